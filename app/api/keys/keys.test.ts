import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { GET as tokenByEmailRoute } from "@/app/token/user/route";
import { type ApiKey, apiKey, type IssuedKey, issuedKey } from "@/lib/contract/key";
import type { Principal } from "@/lib/domain/access/principal";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, keyIdOf, type World } from "@/lib/tools/testing/world";
import { POST as regenerateRoute } from "./[key_id]/regenerate/route";
import { DELETE as deleteRoute } from "./[key_id]/route";
import { POST as createRoute, GET as listRoute } from "./route";

describe("API keys", () => {
	let service: TestService;
	let world: World;
	let designer: string;
	let boss: string;
	let operator: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		designer = await issueKey(service, world.designer, ["manage"]);
		boss = await issueKey(service, world.customerAdministrator, ["manage", "administer"]);
		operator = await issueKey(service, world.operator, ["manage", "administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (key: string, headers: Record<string, string> = {}) => ({
		authorization: `Bearer ${key}`,
		...headers,
	});
	const create = (as: string, json: unknown, headers?: Record<string, string>) =>
		callRoute(createRoute, { url: "/api/keys", json, headers: bearer(as, headers) });
	const list = (as: string, query = "") => callRoute(listRoute, { url: `/api/keys?${query}`, headers: bearer(as) });
	const regenerate = (as: string, id: string, json: unknown = {}, headers?: Record<string, string>) =>
		callRoute(regenerateRoute, {
			url: `/api/keys/${id}/regenerate`,
			params: { key_id: id },
			json,
			headers: bearer(as, headers),
		});
	const remove = (as: string, id: string, headers?: Record<string, string>) =>
		callRoute(deleteRoute, {
			method: "DELETE",
			url: `/api/keys/${id}`,
			params: { key_id: id },
			headers: bearer(as, headers),
		});
	const rowOf = (answer: RouteAnswer): IssuedKey => issuedKey.parse(answer.body.response?.data);
	const rowsOf = (answer: RouteAnswer): ApiKey[] => apiKey.array().parse(answer.body.response?.data);
	/** A key's value, known to be there. */
	const secretOf = (answer: RouteAnswer): string => rowOf(answer).key ?? "";
	const manages = async (key: string) =>
		(await callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}` })).status;
	const tokens = async (key: string) =>
		(await callRoute(tokenByEmailRoute, { url: `/token/user?KEY=${key}&email=a@b.cd&first_name=A&last_name=B` }))
			.status;
	const auditOf = (objectId: string) =>
		service.prisma.auditEvent.findMany({
			where: { object_type: "api_key", object_id: objectId },
			orderBy: { id: "asc" },
		});

	test("a key is issued for oneself, shown once, stored as a hash", async () => {
		const issued = await create(designer, { label: "Laptop", scopes: ["manage"] });
		expect(issued.status).toBe(201);
		const row = rowOf(issued);
		expect(row).toEqual({
			id: expect.any(String),
			label: "Laptop",
			prefix: row.key?.slice(0, 9),
			scopes: ["manage"],
			allowed_addresses: [],
			expires_at: null,
			last_used_at: null,
			created_at: expect.any(String),
			regenerated_at: null,
			grace_ends_at: null,
			user_id: world.designer.userId,
			user_email: world.designer.email,
			user_person: { id: world.designer.userId, name: "", organization: expect.stringContaining("acme") },
			org_id: world.designer.organizationId,
			org_slug: world.designer.organizationSlug,
			issued_by: world.designer.email,
			issued_by_person: { id: world.designer.userId, name: "", organization: expect.stringContaining("acme") },
			revision: 1,
			permissions: { regenerate: true, delete: true },
			key: expect.stringMatching(/^tsk_[\w-]{43}$/),
			key_note: null,
		});
		expect(await manages(row.key ?? "")).toBe(200);
		const stored = await service.prisma.apiKey.findUniqueOrThrow({ where: { id: row.id } });
		expect(JSON.stringify(stored)).not.toContain(row.key?.slice(9));
		const events = await auditOf(row.id);
		expect(events).toMatchObject([{ action: "create", actor_id: world.designer.userId, address: "192.0.2.7" }]);
		expect(JSON.stringify(events, (_, value) => (typeof value === "bigint" ? Number(value) : value))).not.toContain(
			row.key?.slice(9),
		);
		const listed = rowsOf(await list(designer)).find(({ id }) => id === row.id);
		const { key: _key, key_note: _note, ...withoutValue } = row;
		expect(listed).toEqual({ ...withoutValue, last_used_at: expect.any(String) });
	});

	test("without scopes a key of an administrator or operator opens both APIs, one of a designer manages", async () => {
		const scopesOf = async (as: string, more: object = {}) => {
			const issued = await create(as, { label: "Server", ...more });
			return [rowOf(issued).scopes, await manages(secretOf(issued)), await tokens(secretOf(issued))];
		};
		const bossOnly = await issueKey(service, world.customerAdministrator, ["manage"]);
		expect(await scopesOf(boss)).toEqual([["manage", "tokens"], 200, 200]);
		expect(await scopesOf(operator)).toEqual([["manage", "tokens"], 200, 200]);
		expect(await scopesOf(boss, { user_id: world.designer.userId })).toEqual([["manage"], 200, 401]);
		expect(await scopesOf(designer)).toEqual([["manage"], 200, 401]);
		// A credential that acts as a designer grants no tokens.
		expect(await scopesOf(bossOnly)).toEqual([["manage"], 200, 401]);
	});

	test("regenerating invalidates the old value at once", async () => {
		const first = await create(designer, { label: "Rotated", scopes: ["manage"] });
		const old = secretOf(first);
		expect(await manages(old)).toBe(200);
		const second = await regenerate(designer, rowOf(first).id);
		expect(second.status).toBe(200);
		expect(rowOf(second)).toMatchObject({ id: rowOf(first).id, label: "Rotated", revision: 2, grace_ends_at: null });
		expect([await manages(old), await manages(secretOf(second))]).toEqual([401, 200]);
		expect((await auditOf(rowOf(first).id)).map(({ action }) => action)).toEqual(["create", "regenerate"]);
	});

	test("a server key of the token API that was regenerated is an invalid API key", async () => {
		const first = await create(boss, { label: "Server", scopes: ["tokens"] });
		expect(await tokens(secretOf(first))).toBe(200);
		const second = await regenerate(boss, rowOf(first).id);
		const refused = await callRoute(tokenByEmailRoute, { url: `/token/user?KEY=${secretOf(first)}` });
		expect([refused.status, refused.body]).toEqual([401, { status: "error", message: "invalid API key", version: 4 }]);
		expect(await tokens(secretOf(second))).toBe(200);
	});

	test("with a grace period the old value works until it ends, and no longer than the next regeneration", async () => {
		const first = await create(designer, { label: "Graceful", scopes: ["manage"] });
		const { id } = rowOf(first);
		const second = await regenerate(designer, id, { grace_seconds: 600 });
		expect(rowOf(second).grace_ends_at).not.toBeNull();
		expect([await manages(secretOf(first)), await manages(secretOf(second))]).toEqual([200, 200]);
		service.advance(600_000);
		expect([await manages(secretOf(first)), await manages(secretOf(second))]).toEqual([401, 200]);
		const third = await regenerate(designer, id, { grace_seconds: 600 });
		await regenerate(designer, id);
		expect([await manages(secretOf(second)), await manages(secretOf(third))]).toEqual([401, 401]);
	});

	test("a key may regenerate itself", async () => {
		const first = await create(designer, { label: "Own", scopes: ["manage"], allowed_addresses: ["192.0.2.0/24"] });
		const second = await regenerate(secretOf(first), rowOf(first).id);
		expect([second.status, await manages(secretOf(first)), await manages(secretOf(second))]).toEqual([200, 401, 200]);
	});

	test("a deleted key is refused at once, also within its grace period, and is found no more", async () => {
		const first = await create(designer, { label: "Gone", scopes: ["manage"] });
		const { id } = rowOf(first);
		const second = await regenerate(designer, id, { grace_seconds: 600 });
		const removed = await remove(designer, id);
		expect([removed.status, removed.body]).toEqual([200, { version: 4, status: "OK", response: {} }]);
		expect([await manages(secretOf(first)), await manages(secretOf(second))]).toEqual([401, 401]);
		expect((await remove(designer, id)).status).toBe(404);
		expect((await regenerate(designer, id)).status).toBe(404);
		expect(rowsOf(await list(designer, "limit=500")).map((row) => row.id)).not.toContain(id);
		expect((await auditOf(id)).at(-1)).toMatchObject({ action: "delete" });
	});

	test("a key works from its addresses and until its expiry only", async () => {
		const elsewhere = await create(designer, {
			label: "Office",
			scopes: ["manage"],
			allowed_addresses: ["198.51.100.0/24", "2001:db8::/32", "203.0.113.9"],
		});
		expect(await manages(secretOf(elsewhere))).toBe(401);
		const expires_at = new Date(service.now().getTime() + 60_000).toISOString();
		const brief = await create(designer, { label: "Brief", scopes: ["manage"], expires_at });
		expect(rowOf(brief).expires_at).toBe(expires_at);
		expect(await manages(secretOf(brief))).toBe(200);
		service.advance(60_000);
		expect(await manages(secretOf(brief))).toBe(401);
		const late = await regenerate(designer, rowOf(brief).id);
		expect([late.status, late.body.error_type]).toEqual([409, "InvalidState"]);
	});

	test("a replay does not show the key again, and the record does not hold it", async () => {
		const headers = { "idempotency-key": "issue-1" };
		const first = await create(designer, { label: "Once", scopes: ["manage"] }, headers);
		const again = await create(designer, { label: "Once", scopes: ["manage"] }, headers);
		expect(again.status).toBe(201);
		expect(rowOf(again)).toEqual({ ...rowOf(first), key: null, key_note: expect.stringContaining("shown once") });
		const where = { body: { contains: rowOf(first).id } };
		const record = await service.prisma.idempotencyRecord.findFirstOrThrow({ where });
		expect(record.body).not.toContain(secretOf(first).slice(9));
	});

	test("an old revision is refused", async () => {
		const { id } = rowOf(await create(designer, { label: "Revised", scopes: ["manage"] }));
		await regenerate(designer, id, {}, { "if-match": '"1"' });
		const late = await regenerate(designer, id, {}, { "if-match": '"1"' });
		expect([late.status, late.body.error_type]).toEqual([412, "VersionMismatch"]);
		expect((await remove(designer, id, { "if-match": '"1"' })).status).toBe(412);
		expect((await remove(designer, id, { "if-match": '"2"' })).status).toBe(200);
	});

	describe("who may", () => {
		const issueFor = async (owner: Principal, scopes: ("manage" | "administer" | "tokens")[]) => {
			return keyIdOf(service, await issueKey(service, owner, scopes));
		};

		test("designers see their own keys, administrators those of their organization, operators all", async () => {
			const users = async (as: string) =>
				new Set(rowsOf(await list(as, "limit=500")).map(({ user_id: userId }) => userId));
			await issueFor(world.colleague, ["manage"]);
			await issueFor(world.outsider, ["manage"]);
			expect(await users(designer)).toEqual(new Set([world.designer.userId]));
			const organization = [world.designer.userId, world.colleague.userId, world.customerAdministrator.userId];
			expect(await users(boss)).toEqual(new Set(organization));
			expect(await users(operator)).toContain(world.outsider.userId);
			const one = rowsOf(await list(boss, `user_id=${world.colleague.userId}&limit=1`));
			expect(one.map(({ user_id: userId }) => userId)).toEqual([world.colleague.userId]);
		});

		test.each([
			["a designer a tokens key", () => create(designer, { label: "x", scopes: ["tokens"] }), 403],
			["a designer an administer key", () => create(designer, { label: "x", scopes: ["administer"] }), 403],
			[
				"a designer a colleague's key",
				() => create(designer, { label: "x", scopes: ["manage"], user_id: world.colleague.userId }),
				404,
			],
			[
				"an administrator a key of another organization",
				() => create(boss, { label: "x", scopes: ["manage"], user_id: world.outsider.userId }),
				404,
			],
			[
				"an administrator an administer key of a designer",
				() => create(boss, { label: "x", scopes: ["administer"], user_id: world.designer.userId }),
				400,
			],
			[
				"an administrator a designer's key",
				() => create(boss, { label: "x", scopes: ["manage"], user_id: world.designer.userId }),
				201,
			],
			["an administrator a tokens key", () => create(boss, { label: "x", scopes: ["tokens", "manage"] }), 201],
			[
				"an operator a key of anybody",
				() => create(operator, { label: "x", scopes: ["manage", "tokens"], user_id: world.outsider.userId }),
				201,
			],
		] as const)("issue: %s", async (_name, call, status) => {
			expect((await call()).status).toBe(status);
		});

		test("an administrator does not get hold of an operator's key of the same organization", async () => {
			const where = { id: world.operator.userId };
			const { organizationId } = world.operator;
			await service.prisma.user.update({
				where,
				data: { organization_id: world.customerAdministrator.organizationId },
			});
			const id = await issueFor(world.operator, ["manage"]);
			const issued = await create(boss, { label: "x", scopes: ["manage"], user_id: world.operator.userId });
			const statuses = [issued, await regenerate(boss, id), await remove(boss, id)].map(({ status }) => status);
			await service.prisma.user.update({ where, data: { organization_id: organizationId } });
			expect(statuses).toEqual([403, 403, 403]);
		});

		test("a narrower key does not get hold of a wider one", async () => {
			const narrow = await issueKey(service, world.customerAdministrator, ["manage"]);
			const wide = await issueFor(world.customerAdministrator, ["manage", "administer"]);
			expect((await regenerate(narrow, wide)).status).toBe(403);
			expect((await create(narrow, { label: "x", scopes: ["tokens"] })).status).toBe(403);
			const administers = await issueKey(service, world.customerAdministrator, ["administer"]);
			expect((await create(administers, { label: "x", scopes: ["manage"] })).status).toBe(403);
		});

		test("a key restricted by address or expiry issues no others", async () => {
			const restricted = await create(designer, {
				label: "Restricted",
				scopes: ["manage"],
				allowed_addresses: ["192.0.2.7"],
			});
			const answer = await create(secretOf(restricted), { label: "x", scopes: ["manage"] });
			expect([answer.status, answer.body.message]).toEqual([
				403,
				"a key that is restricted by address or expiry must not issue other keys",
			]);
		});

		test("an earlier value in its grace period, which somebody else may know, neither renews its key nor issues others", async () => {
			const first = await create(designer, { label: "Leaked", scopes: ["manage"] });
			const { id } = rowOf(first);
			const second = await regenerate(designer, id, { grace_seconds: 600 });
			const [old, current] = [secretOf(first), secretOf(second)];
			const refused = [await regenerate(old, id), await create(old, { label: "x", scopes: ["manage"] })];
			expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
				[403, "an earlier value of a key, in its grace period, must not issue values of it"],
				[403, "an earlier value of a key, in its grace period, must not issue other keys"],
			]);
			expect([await manages(old), await manages(current)]).toEqual([200, 200]);
			expect((await regenerate(current, id)).status).toBe(200);
		});

		test("an access token issues and withdraws none", async () => {
			const server = await issueKey(service, world.customerAdministrator, ["tokens"]);
			const query = `KEY=${server}&email=${world.designer.email}&first_name=D&last_name=E`;
			const granted = await callRoute(tokenByEmailRoute, { url: `/token/user?${query}` });
			const token = String(granted.body.data?.token);
			const id = await issueFor(world.designer, ["manage"]);
			const statuses = [
				await create(token, { label: "x", scopes: ["manage"] }),
				await regenerate(token, id),
				await remove(token, id),
				await list(token),
			].map(({ status }) => status);
			expect(statuses).toEqual([403, 403, 403, 200]);
		});

		test("nobody regenerates or withdraws what they do not see", async () => {
			const id = await issueFor(world.outsider, ["manage"]);
			const answers = [await regenerate(boss, id), await remove(designer, id), await remove(boss, "nonsense")];
			expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
				Array.from({ length: 3 }, () => [404, "key not found"]),
			);
		});
	});

	const good = { label: "x", scopes: ["manage"] };
	test.each([
		["no label", { scopes: ["manage"] }, "label"],
		["a blank label", { ...good, label: "  " }, "label"],
		["a label of 101 characters", { ...good, label: "x".repeat(101) }, "label"],
		["an empty list of scopes", { ...good, scopes: [] }, "scopes"],
		["an unknown scope", { ...good, scopes: ["root"] }, "scopes"],
		["a repeated scope", { ...good, scopes: ["manage", "manage"] }, "scopes"],
		["a malformed user", { ...good, user_id: "me" }, "user_id"],
		["an address that is none", { ...good, allowed_addresses: ["office"] }, "allowed_addresses"],
		["an address in short form", { ...good, allowed_addresses: ["10.1"] }, "allowed_addresses"],
		["a block too wide for IPv4", { ...good, allowed_addresses: ["10.0.0.0/33"] }, "allowed_addresses"],
		[
			"101 addresses",
			{ ...good, allowed_addresses: Array.from({ length: 101 }, () => "192.0.2.1") },
			"allowed_addresses",
		],
		["an expiry in the past", { ...good, expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
		["an expiry behind the year 9999", { ...good, expires_at: "9999-12-31T23:59:59-10:00" }, "expires_at"],
		["an expiry without a zone", { ...good, expires_at: "2099-01-01T00:00:00" }, "expires_at"],
		["an unknown field", { ...good, admin: true }, "admin"],
		["no object", [], "the body"],
	])("creating with %s is 400", async (_name, json, named) => {
		const answer = await create(designer, json);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test.each([
		["a negative grace period", { grace_seconds: -1 }],
		["a grace period beyond a week", { grace_seconds: 604_801 }],
		["a grace period in words", { grace_seconds: "long" }],
	])("regenerating with %s is 400", async (_name, json) => {
		const { id } = rowOf(await create(designer, good));
		expect((await regenerate(designer, id, json)).status).toBe(400);
	});
});
