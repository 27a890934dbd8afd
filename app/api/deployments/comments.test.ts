import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { comment } from "@/lib/contract/comment";
import { MOST_COMMENTS } from "@/lib/contract/constants";
import { COMMENTS_A_MINUTE } from "@/lib/domain/deployments/comments/comment-on-deployment";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteCall } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET, POST } from "./[deployment_id]/comments/route";
import { DELETE } from "./[deployment_id]/question/route";
import { GET as detailRoute } from "./[deployment_id]/route";

describe("comments of a deployment", () => {
	let service: TestService;
	let world: World;
	let keys: Record<"administrator" | "designer" | "outsider", string>;
	let id: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		keys = {
			administrator: await issueKey(service, world.administrator, ["administer"]),
			designer: await issueKey(service, world.designer, ["manage"]),
			outsider: await issueKey(service, world.outsider, ["manage"]),
		};
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});
	beforeEach(async () => {
		id = (await createRequest(service, world)).deployment.id;
	});

	const call = (handler: RouteHandler, path: string, as: keyof typeof keys, more: Partial<RouteCall> = {}) =>
		callRoute(handler, {
			url: `/api/deployments/${id}/${path}`,
			params: { deployment_id: id },
			...more,
			headers: { authorization: `Bearer ${keys[as]}`, ...more.headers },
		});
	const post = (as: keyof typeof keys, json: unknown, headers: Record<string, string> = {}) =>
		call(POST, "comments", as, { json, headers });
	const list = (as: keyof typeof keys, query = "") => call(GET, `comments?${query}`, as);

	test("are said with a revision that the caller saw, and once for an Idempotency-Key", async () => {
		const json = { text: "Why now?", question: true };
		expect(await post("administrator", json, { "if-match": '"9"' })).toMatchObject({
			status: 412,
			body: { error_type: "VersionMismatch", message: expect.stringContaining("not 9") },
		});
		const headers = { "if-match": '"1"', "idempotency-key": `ask-${id}` };
		const first = await post("administrator", json, headers);
		expect(first.status).toBe(201);
		const said = comment.parse(first.body.response?.data);
		expect(said).toMatchObject({ kind: "question", text: "Why now?", author: world.administrator.email });
		expect(said.author_person).toMatchObject({
			id: world.administrator.userId,
			organization: expect.stringMatching(/^north/),
		});
		const again = await post("administrator", json, headers);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
		expect(again.body).toEqual(first.body);
		expect((await list("designer")).body.response).toMatchObject({ data: [said], total_row_count: 1 });
		const { body } = await call(detailRoute, "", "designer");
		expect(body.response?.data).toMatchObject({ revision: 2, open_question: { id: said.id } });
		expect(await post("designer", { text: "It is May." })).toMatchObject({
			status: 201,
			body: { response: { data: { kind: "answer" } } },
		});
	});

	test("are listed by pages, newest first", async () => {
		for (const text of ["one", "two", "three"]) await post("designer", { text });
		const page = await list("administrator", "limit=1&offset=1");
		expect(page.body.response).toMatchObject({ data: [{ text: "two" }], included_row_count: 1, total_row_count: 3 });
		expect((await list("administrator", "limit=0")).body.response).toMatchObject({ data: [], total_row_count: 3 });
		expect((await list("administrator", "limit=501")).status).toBe(400);
	});

	test("a question is withdrawn by the target's administrators", async () => {
		await post("administrator", { text: "Why now?", question: true });
		const withdraw = (as: keyof typeof keys) => call(DELETE, "question", as, { method: "DELETE" });
		expect((await withdraw("designer")).status).toBe(403);
		expect((await withdraw("outsider")).status).toBe(404);
		expect(await withdraw("administrator")).toMatchObject({
			status: 200,
			body: { response: { data: { open_question: null } } },
		});
		expect(await withdraw("administrator")).toMatchObject({ status: 409, body: { error_type: "InvalidState" } });
	});

	test("others do not find them, and designers do not ask", async () => {
		expect((await list("outsider")).status).toBe(404);
		expect((await post("outsider", { text: "hello" })).status).toBe(404);
		expect(await post("designer", { text: "hello?", question: true })).toMatchObject({
			status: 403,
			body: {
				message: expect.stringMatching(/^only administrators of the target '.*' may ask about this deployment$/),
			},
		});
		expect((await list("designer")).body.response).toMatchObject({ total_row_count: 0 });
	});

	test.each([
		["without text", {}, "'text': is missing"],
		["blank", { text: " \n" }, "'text': must not be blank"],
		["too long", { text: "x".repeat(2_001) }, "'text': must have 1 to 2000 characters"],
		["with an unknown field", { text: "a", kind: "answer" }, "the body: takes no 'kind'"],
		["with a question in words", { text: "a", question: "yes" }, "'question': must be true or false"],
	])("%s: 400", async (_, json, message) => {
		expect(await post("designer", json)).toMatchObject({
			status: 400,
			body: { error_type: "InvalidArgument", message },
		});
	});

	test("of one person are so many in a minute, and others go on", async () => {
		service.advance(60_000);
		const most = Array.from({ length: COMMENTS_A_MINUTE }, () => post("designer", { text: "again" }));
		expect(new Set((await Promise.all(most)).map(({ status }) => status))).toEqual(new Set([201]));
		const beyond = await post("designer", { text: "again" });
		expect(beyond).toMatchObject({ status: 429, body: { error_type: "Throttled" } });
		expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await post("administrator", { text: "enough" })).status).toBe(201);
		service.advance(60_000);
	});

	test("keep 2,000 characters word for word, and end at their limit", async () => {
		const text = `${"Ünïcode ☕ 語\r\n".repeat(100)}`.padEnd(2_000, "x");
		expect((await post("designer", { text })).status).toBe(201);
		expect((await list("administrator")).body.response?.data).toMatchObject([{ text }]);
		const one = { deployment_id: id, author_id: world.designer.userId, kind: "comment" as const, text: "x" };
		const data = Array.from({ length: MOST_COMMENTS - 1 }, () => ({ ...one, at: service.now() }));
		await service.prisma.deploymentComment.createMany({ data });
		expect(await post("designer", { text: "one more" })).toMatchObject({
			status: 409,
			body: { message: `a deployment has at most ${MOST_COMMENTS} comments, and this one has ${MOST_COMMENTS}` },
		});
	});
});
