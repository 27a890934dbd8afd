import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type SavedView, savedView } from "@/lib/contract/view";
import type { Principal } from "@/lib/domain/access/principal";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { DELETE as deleteRoute, PATCH as editRoute } from "./[view_id]/route";
import { POST as createRoute, GET as listRoute } from "./route";

describe.each(testDatabaseKinds())("saved views on %s", (kind) => {
	let service: TestService;
	let world: World;
	const keys = new Map<string, string>();
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		world = await createWorld(service);
		for (const person of [
			world.designer,
			world.colleague,
			world.customerAdministrator,
			world.outsider,
			world.operator,
		]) {
			keys.set(person.userId, await issueKey(service, person, ["manage", "administer"]));
		}
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (as: Principal, headers = {}) => ({ authorization: `Bearer ${keys.get(as.userId)}`, ...headers });
	const create = (as: Principal, json: unknown) =>
		callRoute(createRoute, { url: "/api/views", json, headers: bearer(as) });
	const list = (as: Principal, query = "") => callRoute(listRoute, { url: `/api/views${query}`, headers: bearer(as) });
	const one = (as: Principal, id: string, method: string, json?: unknown, headers = {}) =>
		callRoute(method === "PATCH" ? editRoute : deleteRoute, {
			url: `/api/views/${id}`,
			params: { view_id: id },
			method,
			json,
			headers: bearer(as, headers),
		});
	const edit = (as: Principal, id: string, json: unknown, headers = {}) => one(as, id, "PATCH", json, headers);
	const remove = (as: Principal, id: string, headers = {}) => one(as, id, "DELETE", undefined, headers);
	const listed = async (as: Principal) => z.array(savedView).parse((await list(as)).body.response?.data);
	const viewOf = (answer: RouteAnswer): SavedView => savedView.parse(answer.body.response?.data);
	const made = async (as: Principal, fields: object) =>
		viewOf(await create(as, { page: "/deployments", query: "status=activated", ...fields }));

	test("a view is made, listed, changed and deleted by its owner", async () => {
		const answer = await create(world.designer, {
			name: " Mine ",
			page: "/deployments",
			query: "status=requested&q=a%20b",
		});
		expect(answer.status).toBe(201);
		const view = viewOf(answer);
		expect(answer.body).toEqual({
			version: 4,
			status: "OK",
			response: {
				data: {
					id: expect.any(String),
					page: "/deployments",
					name: "Mine",
					query: "status=requested&q=a%20b",
					shared: false,
					default: false,
					owned: true,
					deletable: true,
					owner_id: world.designer.userId,
					owner: world.designer.email,
					owner_person: { id: world.designer.userId, name: "", organization: expect.stringMatching(/^acme /) },
					created_at: expect.any(String),
					updated_at: expect.any(String),
					revision: 1,
				},
			},
		});
		expect((await list(world.designer, "?page=/deployments")).body).toEqual({
			version: 4,
			status: "OK",
			response: { data: [view], included_row_count: 1, total_row_count: 1 },
		});
		expect((await list(world.designer, "?page=/designs")).body.response?.data).toEqual([]);
		const changed = viewOf(await edit(world.designer, view.id, { name: "Ours", query: "" }, { "if-match": '"1"' }));
		expect(changed).toEqual({ ...view, name: "Ours", query: "", revision: 2, updated_at: expect.any(String) });
		expect((await edit(world.designer, view.id, { name: "Late" }, { "if-match": '"1"' })).status).toBe(412);
		expect((await remove(world.designer, view.id, { "if-match": '"1"' })).status).toBe(412);
		expect((await remove(world.designer, view.id)).body).toEqual({ version: 4, status: "OK", response: {} });
		expect((await remove(world.designer, view.id)).status).toBe(404);
	});

	test("administrators of the organization delete what colleagues share, who may be gone, and change nothing of it", async () => {
		const administrator = world.customerAdministrator;
		const left = await made(world.designer, { name: "Left behind", shared: true });
		const own = await made(world.designer, { name: "Own" });
		await service.prisma.user.update({ where: { id: world.designer.userId }, data: { disabled_at: service.now() } });
		const seen = async (as: Principal) => (await listed(as)).map(({ id, deletable }) => [id, deletable]);
		expect([await seen(world.colleague), await seen(administrator)]).toEqual([[[left.id, false]], [[left.id, true]]]);
		expect((await edit(administrator, left.id, { name: "Taken over" })).status).toBe(403);
		expect((await remove(world.colleague, left.id)).status).toBe(403);
		expect((await remove(administrator, own.id)).status).toBe(404);
		expect((await remove(world.operator, left.id)).status).toBe(404);
		expect((await remove(administrator, left.id, { "if-match": '"2"' })).status).toBe(412);
		expect((await remove(administrator, left.id)).status).toBe(200);
		expect(await seen(world.colleague)).toEqual([]);
		await service.prisma.user.update({ where: { id: world.designer.userId }, data: { disabled_at: null } });
		await remove(world.designer, own.id);
	});

	test("colleagues see what is shared and cannot change it; others see nothing", async () => {
		const own = await made(world.designer, { name: "Private" });
		const shared = await made(world.designer, { name: "Shared", shared: true });
		const seen = async (as: Principal) => (await listed(as)).map(({ id, owned }) => [id, owned]);
		expect(await seen(world.designer)).toEqual([
			[own.id, true],
			[shared.id, true],
		]);
		expect(await seen(world.colleague)).toEqual([[shared.id, false]]);
		expect([await seen(world.outsider), await seen(world.operator)]).toEqual([[], []]);
		const refused = await edit(world.colleague, shared.id, { name: "Taken over" });
		expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining(world.designer.email)]);
		expect((await remove(world.colleague, shared.id)).status).toBe(403);
		for (const id of [own.id, "nonsense"]) {
			const missing = [await edit(world.colleague, id, { name: "x" }), await remove(world.colleague, id)];
			expect(missing.map(({ status, body }) => [status, body.message])).toEqual([
				[404, "view not found"],
				[404, "view not found"],
			]);
		}
		expect((await edit(world.outsider, shared.id, { default: true })).status).toBe(404);
	});

	test("each has a default of their own for each page", async () => {
		const first = await made(world.designer, { name: "First", shared: true, default: true });
		const second = await made(world.designer, { name: "Second", shared: true });
		const defaults = async (as: Principal) => (await listed(as)).filter((view) => view.default).map(({ name }) => name);
		expect(await defaults(world.designer)).toEqual(["First"]);
		expect(await defaults(world.colleague)).toEqual([]);
		expect(viewOf(await edit(world.designer, second.id, { default: true }))).toMatchObject({
			default: true,
			revision: 1,
		});
		expect(await defaults(world.designer)).toEqual(["Second"]);
		await edit(world.colleague, first.id, { default: true });
		await made(world.colleague, { name: "Elsewhere", page: "/builds", query: "", default: true });
		expect((await defaults(world.colleague)).sort()).toEqual(["Elsewhere", "First"]);
		await edit(world.designer, first.id, { shared: false });
		expect(await defaults(world.colleague)).toEqual(["Elsewhere"]);
		await edit(world.designer, first.id, { shared: true });
		expect(await defaults(world.colleague)).toEqual(["Elsewhere"]);
		await edit(world.designer, second.id, { default: false });
		expect(await defaults(world.designer)).toEqual([]);
	});

	test("one name for one view of a page and owner, also when two are made at once", async () => {
		const twice = await Promise.all(
			[1, 2].map(() => create(world.outsider, { name: "Once", page: "/keys", query: "" })),
		);
		expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect(twice.find(({ status }) => status === 409)?.body).toEqual({
			version: 4,
			status: "error",
			error_type: "InvalidState",
			message: "you have a view 'Once' of /keys already",
		});
		const other = viewOf(await create(world.outsider, { name: "Other", page: "/keys", query: "" }));
		expect((await edit(world.outsider, other.id, { name: "Once" })).status).toBe(409);
		expect((await create(world.outsider, { name: "Once", page: "/people", query: "" })).status).toBe(201);
		expect((await create(world.operator, { name: "Once", page: "/keys", query: "" })).status).toBe(201);
	});

	test.each([
		["no name", { page: "/keys", query: "" }, "name"],
		["a blank name", { name: " ", page: "/keys", query: "" }, "name"],
		["a name of 101 characters", { name: "x".repeat(101), page: "/keys", query: "" }, "name"],
		["an unknown page", { name: "a", page: "/secrets", query: "" }, "page"],
		["another site", { name: "a", page: "//elsewhere.example", query: "" }, "page"],
		["a question mark before the query", { name: "a", page: "/keys", query: "?a=1" }, "query"],
		["a fragment", { name: "a", page: "/keys", query: "a=1#b" }, "query"],
		["a broken escape", { name: "a", page: "/keys", query: "a=%zz" }, "query"],
		["a line break", { name: "a", page: "/keys", query: "a=1\n" }, "query"],
		["a query of 2,001 characters", { name: "a", page: "/keys", query: "x".repeat(2_001) }, "query"],
		["an unknown field", { name: "a", page: "/keys", query: "", color: "red" }, "color"],
	])("a view with %s is 400", async (_, json, named) => {
		const answer = await create(world.operator, json);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("a change of nothing is 400", async () => {
		const view = await made(world.operator, { name: "Nothing" });
		expect((await edit(world.operator, view.id, {})).status).toBe(400);
	});
});
