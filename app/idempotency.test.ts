import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PUT as importGeofencesRoute } from "@/app/api/designs/[design_id]/sets/[set_id]/geofences/route";
import { POST as createDesignRoute } from "@/app/api/designs/route";
import { POST as passkeySignInRoute } from "@/app/api/passkey-sign-in/route";
import { POST as activateRoute } from "@/app/targeting/deployments/[deployment_id]/activate/route";
import { POST as deactivateRoute } from "@/app/targeting/deployments/[deployment_id]/deactivate/route";
import { POST as tagRoute } from "@/app/targeting/deployments/[deployment_id]/tag/route";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { answerOnce, idempotencyKeyOf } from "@/lib/http/routes/answer-once";
import { transact } from "@/lib/platform/db/transact";
import { findRecord } from "@/lib/platform/idempotency/find-records";
import { keyHashOf, REPLAY_MS } from "@/lib/platform/idempotency/record";
import { AnsweredMeanwhileError, storeAnswer } from "@/lib/platform/idempotency/store-answer";
import { log } from "@/lib/platform/log";
import { type Service, setService } from "@/lib/platform/service";
import { ForbiddenError, ThrottledError, UnavailableError } from "@/lib/rules/errors";
import { callRoute, type RouteCall } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createRequest, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

describe("Idempotency-Key", () => {
	let service: TestService;
	let world: World;
	let key: string;
	let administratorKey: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.designer, ["manage"]);
		administratorKey = await issueKey(service, world.administrator, ["manage", "administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	type Handler = Parameters<typeof callRoute>[0];
	const transition = (handler: Handler, id: string, idempotencyKey: string, form: Record<string, string> = {}) =>
		callRoute(handler, {
			url: `/targeting/deployments/${id}/x`,
			params: { deployment_id: id },
			form: { KEY: administratorKey, ...form },
			headers: { "idempotency-key": idempotencyKey },
		});
	const createDesign = (idempotencyKey: string, name: string, call: Partial<RouteCall> = {}) =>
		callRoute(createDesignRoute, {
			url: "/api/designs",
			json: { name, type: "proximity" },
			headers: { authorization: `Bearer ${key}`, "idempotency-key": idempotencyKey },
			...call,
		});
	const designsNamed = (name: string) => service.prisma.design.count({ where: { name } });
	const keyHash = (idempotencyKey: string) => keyHashOf({ caller_id: world.designer.userId, key: idempotencyKey });
	const recordOf = (idempotencyKey: string) =>
		service.prisma.idempotencyRecord.findFirst({ where: { key_hash: keyHash(idempotencyKey) } });

	test("a form POST of the contract is run once, its answer replayed word for word", async () => {
		const { deployment } = await createRequest(service, world);
		const first = await transition(activateRoute, deployment.id, "activate-1");
		expect(first.status).toBe(200);
		expect(first.headers.get("idempotency-replayed")).toBeNull();
		const again = await transition(activateRoute, deployment.id, "activate-1");
		expect([again.status, again.body]).toEqual([200, first.body]);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
		expect(again.headers.get("cache-control")).toBe("no-store");
		expect(again.headers.get("x-request-id")).toBe("test-request");
		const events = { object_id: deployment.id, status_after: "activated" };
		expect(await service.prisma.auditEvent.count({ where: events })).toBe(1);
	});

	test("a JSON request is run once, with its status", async () => {
		const first = await createDesign("create-1", "Once");
		const again = await createDesign("create-1", "Once");
		expect([first.status, again.status]).toEqual([201, 201]);
		expect(again.body).toEqual(first.body);
		expect(await designsNamed("Once")).toBe(1);
	});

	test("many at once run once, and all get the same answer", async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => createDesign("create-many", "Many")));
		const ids = new Set(answers.map((answer) => answer.body.response?.data?.id));
		expect([ids.size, await designsNamed("Many")]).toEqual([1, 1]);
		expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
	});

	test("another body, query or expectation under the same key is 422", async () => {
		const { deployment } = await createRequest(service, world);
		expect((await transition(tagRoute, deployment.id, "tag-1", { tags: "a" })).status).toBe(200);
		const other = await transition(tagRoute, deployment.id, "tag-1", { tags: "b" });
		expect([other.status, other.body]).toEqual([
			422,
			{
				version: 4,
				status: "error",
				error_type: "IdempotencyMismatch",
				message: "this Idempotency-Key was used before with another request",
			},
		]);
		const expecting = await callRoute(tagRoute, {
			url: `/targeting/deployments/${deployment.id}/x`,
			params: { deployment_id: deployment.id },
			form: { KEY: administratorKey, tags: "a" },
			headers: { "idempotency-key": "tag-1", "if-match": "7" },
		});
		expect(expecting.status).toBe(422);
	});

	test("another KEY of the same user repeats; another user, method or path runs by itself", async () => {
		const { deployment } = await createRequest(service, world);
		const first = await transition(tagRoute, deployment.id, "shared", { tags: "a" });
		const otherKey = await issueKey(service, world.administrator, ["administer"]);
		const repeated = await transition(tagRoute, deployment.id, "shared", { tags: "a", KEY: otherKey });
		expect(repeated.headers.get("idempotency-replayed")).toBe("true");
		expect(repeated.body).toEqual(first.body);
		const otherUser = await transition(tagRoute, deployment.id, "shared", { tags: "a", KEY: key });
		expect(otherUser.status).toBe(403);
		const { deployment: second } = await createRequest(service, world);
		expect((await transition(tagRoute, second.id, "shared", { tags: "z" })).body.response?.data?.tags).toBe("z");
	});

	test("every spelling of a path is the same one: with a slash at its end, with its ids in capitals", async () => {
		const { deployment } = await createRequest(service, world);
		const first = await transition(tagRoute, deployment.id, "spelling", { tags: "a" });
		for (const [id, end] of [
			[deployment.id.toUpperCase(), ""],
			[deployment.id, "/"],
		] as const) {
			const again = await callRoute(tagRoute, {
				url: `/targeting/deployments/${id}/x${end}`,
				params: { deployment_id: id },
				form: { KEY: administratorKey, tags: "a" },
				headers: { "idempotency-key": "spelling" },
			});
			expect([again.headers.get("idempotency-replayed"), again.body]).toEqual(["true", first.body]);
		}
	});

	test("an error of the caller is kept, also when the state has changed since", async () => {
		const { deployment } = await createRequest(service, world);
		const early = await transition(deactivateRoute, deployment.id, "early");
		expect(early.status).toBe(409);
		await transition(activateRoute, deployment.id, "now");
		const again = await transition(deactivateRoute, deployment.id, "early");
		expect([again.status, again.body]).toEqual([409, early.body]);
		expect(again.headers.get("idempotency-replayed")).toBe("true");
	});

	describe("while the database cannot keep answers", () => {
		beforeAll(async () => {
			await service.prisma.$executeRaw`CREATE FUNCTION starting_up() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'the database system is starting up' USING ERRCODE = '57P03'; END $$`;
			await service.prisma.$executeRaw`CREATE TRIGGER starting_up BEFORE INSERT ON idempotency_records
				EXECUTE FUNCTION starting_up()`;
		});
		afterAll(() => service.prisma.$executeRaw`DROP FUNCTION starting_up CASCADE`);
		const cause = expect.stringContaining("the database system is starting up");

		test("nothing is done, and the log says why in one line", async () => {
			const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
			expect((await createDesign("create-not-kept", "Not given")).status).toBe(503);
			expect(await designsNamed("Not given")).toBe(0);
			expect(logged.mock.calls).toEqual([[expect.objectContaining({ cause }), expect.any(String)]]);
			logged.mockRestore();
		});

		test("a refusal is given, and the log says in one line that it was not kept", async () => {
			const { deployment } = await createRequest(service, world);
			const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
			expect((await transition(deactivateRoute, deployment.id, "refusal-not-kept")).status).toBe(409);
			expect(logged.mock.calls).toEqual([[{ cause }, expect.stringContaining("was not kept")]]);
			logged.mockRestore();
		});
	});

	test("401 is not kept", async () => {
		const wrong = { headers: { authorization: "Bearer tsk_wrong", "idempotency-key": "unauthorized" } };
		expect((await createDesign("unauthorized", "Late", wrong)).status).toBe(401);
		expect(await recordOf("unauthorized")).toBeNull();
		expect((await createDesign("unauthorized", "Late")).status).toBe(201);
	});

	test("a failure of the service is not kept, nor is a caller who asks too much at once; another error of the caller is", async () => {
		const options = (idempotencyKey: string) => ({
			callerId: world.designer.userId,
			key: idempotencyKey,
			request: new Request("http://localhost/api/x", { method: "POST" }),
			bodyText: "",
			storable: undefined,
		});
		const fail = (thrown: Error) => async () => {
			throw thrown;
		};
		const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
		for (const thrown of [new Error("disk full"), new UnavailableError("the disk is full")]) {
			await expect(answerOnce(service, options("failure"), fail(thrown))).rejects.toBe(thrown);
			expect(await recordOf("failure")).toBeNull();
		}
		// The route logs it, and once is enough.
		expect(logged).not.toHaveBeenCalled();
		const throttled = new ThrottledError("4 of your estimates are under way", 2);
		await expect(answerOnce(service, options("throttled"), fail(throttled))).rejects.toThrow("under way");
		expect(await recordOf("throttled")).toBeNull();
		await expect(answerOnce(service, options("refusal"), fail(new ForbiddenError("no")))).rejects.toThrow("no");
		expect(await recordOf("refusal")).toMatchObject({ status: 403 });
	});

	test("a file is not kept, nor the answer to a body that was not read, and a GET has no use for a key", async () => {
		const options = (idempotencyKey: string, bodyText?: string) => ({
			callerId: world.designer.userId,
			key: idempotencyKey,
			request: new Request("http://localhost/api/x", { method: "POST", body: "unread" }),
			bodyText,
			storable: undefined,
		});
		const file = new Response("a file");
		expect(await answerOnce(service, options("file", ""), async () => file)).toBe(file);
		const unread = { status: 200, body: {} };
		expect(await answerOnce(service, options("unread"), async () => unread)).toBe(unread);
		expect([await recordOf("file"), await recordOf("unread")]).toEqual([null, null]);
		const get = new Request("http://localhost/", { headers: { "idempotency-key": "a b" } });
		expect(idempotencyKeyOf(get)).toBeUndefined();
	});

	test("of callers without a credential a key says nothing, as anybody may send the same one", async () => {
		for (const email of ["ada@example.com", "other@example.com"]) {
			const headers = { "idempotency-key": "anybody" };
			const answer = await callRoute(passkeySignInRoute, { url: "/api/passkey-sign-in", json: { email }, headers });
			expect([answer.status, answer.headers.get("idempotency-replayed")]).toEqual([200, null]);
		}
	});

	test("a secret is not stored: its replay is what the route makes of it", async () => {
		const options = {
			callerId: world.designer.userId,
			key: "secret",
			request: new Request("http://localhost/api/x", { method: "POST" }),
			bodyText: "",
			storable: (body: unknown) => ({ ...(body as object), key: null }),
		};
		const run = async () => ({ status: 201, body: { id: 1, key: "tsk_secret" } });
		expect(await answerOnce(service, options, run)).toEqual({ status: 201, body: { id: 1, key: "tsk_secret" } });
		expect(await answerOnce(service, options, run)).toEqual({ status: 201, text: '{"id":1,"key":null}' });
	});

	test.each([
		["an empty key", ""],
		["a key with a blank", "a b"],
		["a key of 256 characters", "k".repeat(256)],
	])("%s is refused", async (_name, idempotencyKey) => {
		const answer = await createDesign(idempotencyKey, "Never");
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain("Idempotency-Key");
	});

	test("a key of 255 characters is taken", async () => {
		expect((await createDesign("k".repeat(255), "Long key")).status).toBe(201);
	});

	describe("uploads", () => {
		const point = (longitude: number) =>
			`{"type":"Feature","geometry":{"type":"Point","coordinates":[${longitude},52]},"properties":{"radius":50}}\n`;
		const upload = (
			design: { id: string; sets: readonly { set_id: string }[] },
			body: string,
			idempotencyKey: string,
		) =>
			callRoute(importGeofencesRoute, {
				method: "PUT",
				url: `/api/designs/${design.id}/sets/${design.sets[0]?.set_id}/geofences`,
				params: { design_id: design.id, set_id: design.sets[0]?.set_id ?? "" },
				body,
				headers: {
					authorization: `Bearer ${key}`,
					"content-type": "application/geo+json-seq",
					"idempotency-key": idempotencyKey,
				},
			});

		test("the same file is taken once, another under the same key is 422", async () => {
			const design = await createProximityDesign(service, world.designer);
			const first = await upload(design, point(1) + point(2), "upload-1");
			expect(first.body.response?.data?.accepted_row_count).toBe(2);
			const again = await upload(design, point(1) + point(2), "upload-1");
			expect(again.headers.get("idempotency-replayed")).toBe("true");
			expect(again.body).toEqual(first.body);
			const { revision } = await service.prisma.design.findUniqueOrThrow({ where: { id: design.id } });
			expect(first.body.response?.data?.revision).toBe(revision);
			expect((await upload(design, point(3), "upload-1")).status).toBe(422);
		});

		test("another content type is refused before anything else is looked at", async () => {
			const design = await createProximityDesign(service, world.designer);
			const answer = await callRoute(importGeofencesRoute, {
				method: "PUT",
				url: `/api/designs/${design.id}/sets/x/geofences`,
				params: { design_id: design.id, set_id: "x" },
				body: "{}",
				headers: { "content-type": "multipart/form-data; boundary=x" },
			});
			expect([answer.status, answer.body.error_type]).toEqual([415, "UnsupportedMediaType"]);
		});

		test("one that is refused before it was read is not kept", async () => {
			const design = await createProximityDesign(service, world.designer);
			const unknown = { id: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", sets: design.sets };
			expect((await upload(unknown, point(1), "upload-2")).status).toBe(404);
			expect(await recordOf("upload-2")).toBeNull();
		});
	});

	describe("rivals with one key", () => {
		const options = (key: string) => ({
			callerId: world.designer.userId,
			key,
			request: new Request("http://localhost/api/x", { method: "POST" }),
			bodyText: "",
			storable: undefined,
		});
		const createOrganization = async (own: Service, slug: string) => {
			await transact(own.prisma, (tx) => tx.organization.create({ data: { slug, name: slug } }));
			return { status: 201, body: { slug } };
		};
		const created = (prefix: string) =>
			service.prisma.organization.findMany({ where: { slug: { startsWith: prefix } }, select: { slug: true } });
		const rival = (key: string) =>
			answerOnce(service, options(key), ({ service: own }) => createOrganization(own, `${key}-rival`));

		test("the first to commit takes effect, and both get its answer", async () => {
			const answer = await answerOnce(service, options("slow"), async ({ service: own }) => {
				await rival("slow");
				return createOrganization(own, "slow-own");
			});
			expect(answer).toMatchObject({ status: 201, text: '{"slug":"slow-rival"}' });
			expect(await created("slow-")).toEqual([{ slug: "slow-rival" }]);
		});

		test("a refusal by what the other has done gets the other's answer", async () => {
			const answer = await answerOnce(service, options("refused"), async () => {
				await rival("refused");
				throw new ForbiddenError("the other was faster");
			});
			expect(answer).toMatchObject({ status: 201, text: '{"slug":"refused-rival"}' });
		});

		test("nothing stays of an operation that fails after its transaction", async () => {
			const failing = answerOnce(service, options("failing"), async ({ service: own }) => {
				await createOrganization(own, "failing");
				throw new Error("the process is out of luck");
			});
			await expect(failing).rejects.toThrow("out of luck");
			expect([await created("failing"), await recordOf("failing")]).toEqual([[], null]);
		});
	});

	describe("records", () => {
		test("hold no key, and a hash of their own for each caller, which no secret of the service changes", async () => {
			await createDesign("not-to-be-stored", "Hashed");
			const [kept] = await service.prisma.$queryRaw<{ row: string; key_hash: Uint8Array }[]>`
				SELECT to_jsonb(r)::text AS row, key_hash FROM idempotency_records r WHERE body LIKE '%"Hashed"%'`;
			expect(kept?.row).not.toMatch(/not-to-be-stored|bm90LXRvLWJlLXN0b3JlZ|6e6f742d746f2d62652d73746f726564/);
			const { userId } = world.designer;
			const [as] = await service.prisma.$queryRaw<{ migrated: Uint8Array }[]>`
				SELECT sha256(convert_to(${userId}::uuid::text || ' ' || 'not-to-be-stored', 'UTF8')) AS migrated`;
			expect(Buffer.from(kept?.key_hash ?? [])).toEqual(Buffer.from(as?.migrated ?? [0]));
			const other = keyHashOf({ caller_id: world.administrator.userId, key: "not-to-be-stored" });
			expect(Buffer.from(other)).not.toEqual(Buffer.from(keyHash("not-to-be-stored")));
		});

		const request = (idempotencyKey: string) => ({
			caller_id: world.designer.userId,
			method: "POST",
			path: "/api/x",
			key: idempotencyKey,
		});
		const record = { request_hash: new Uint8Array([1]), status: 200, text: "{}" };
		const keep = (idempotencyKey: string) => storeAnswer(service, service.prisma, request(idempotencyKey), record);

		test("an answer is kept for 24 hours, then the key is free and the record swept", async () => {
			await keep("day");
			await keep("other day");
			service.advance(REPLAY_MS - 60_000);
			expect(await findRecord(service, request("day"))).toEqual({ ...record, request_hash: Buffer.from([1]) });
			await expect(keep("day")).rejects.toThrow(AnsweredMeanwhileError);
			service.advance(60_001);
			expect(await findRecord(service, request("day"))).toBeUndefined();
			await keep("day");
			await removeOldRows(service, ["idempotency_records"]);
			expect([await recordOf("day"), await recordOf("other day")]).toEqual([expect.anything(), null]);
		});
	});
});
