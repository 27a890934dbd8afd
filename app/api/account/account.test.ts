import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { account, session } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { SESSION_MAX_AGE_SECONDS } from "@/lib/domain/accounts/session";
import { redeemSignInLink } from "@/lib/domain/accounts/sign-in/redeem-sign-in-link";
import { signIn } from "@/lib/domain/accounts/sign-in/sign-in";
import { ROUTES } from "@/lib/generated/routes";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteCall } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession, sessionHeaders } from "@/lib/tools/testing/session";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another horse and battery";

describe.each(testDatabaseKinds())("the account on %s", (kind) => {
	let service: TestService;
	let world: World;
	let passwordHash: string;
	beforeAll(async () => {
		service = await createTestService(kind);
		setService(service);
		passwordHash = await hashPassword(PASSWORD);
	});
	beforeEach(async () => {
		world = await createWorld(service);
		await service.prisma.user.updateMany({
			where: { id: world.designer.userId },
			data: { password_hash: passwordHash },
		});
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const signedIn = async (user: Principal = world.designer) => {
		const token = await openTestSession(service, user);
		const headers = await sessionHeaders(service, token);
		const send = (method: "GET" | "PATCH" | "POST" | "DELETE", path = "", call: Partial<RouteCall> = {}) => {
			const id = /[0-9a-f-]{36}$/.exec(path)?.[0] ?? "";
			const handler = ROUTES[`/api/account${path.replace(id, id && "[session_id]")}`]?.[method];
			if (handler === undefined) throw new Error(`there is no ${method} ${path}`);
			return callRoute(handler, {
				...call,
				method,
				url: `/api/account${path}`,
				params: { session_id: id },
				headers: { ...headers, ...call.headers },
			});
		};
		const isIn = async () => (await send("GET")).status === 200;
		return { id: token.session, send, isIn };
	};
	const eventsOf = (user: Principal) =>
		service.prisma.auditEvent.findMany({
			where: { object_id: user.userId, NOT: { action: { startsWith: "sign_in" } } },
			orderBy: { id: "asc" },
			select: { action: true, actor_id: true, credential: true, detail: true },
		});

	test("shows who is signed in, by a session alone", async () => {
		const { id, send } = await signedIn();
		expect((await send("GET")).body.response?.data).toMatchObject({
			id: world.designer.userId,
			email: world.designer.email,
			role: "designer",
			org_slug: world.designer.organizationSlug,
			has_password: true,
			key_count: 0,
			session_id: id,
		});
		const authorization = `Bearer ${await issueKey(service, world.designer, ["manage", "administer"])}`;
		const own = `/api/account/sessions/${id}`;
		for (const [pattern, method, json] of [
			["/api/account", "GET"],
			["/api/account", "PATCH", { first_name: "A" }],
			["/api/account/password", "POST", { old_password: PASSWORD, password: NEW_PASSWORD }],
			["/api/account/sessions", "GET"],
			["/api/account/sessions", "DELETE"],
			["/api/account/sessions/[session_id]", "DELETE"],
		] as const) {
			const handler = ROUTES[pattern]?.[method];
			if (handler === undefined) throw new Error(`there is no ${method} ${pattern}`);
			const call = { url: own, params: { session_id: id }, method, json };
			const byKey = await callRoute(handler, { ...call, headers: { authorization } });
			expect([pattern, byKey.status]).toEqual([pattern, 403]);
			expect((await callRoute(handler, call)).status).toBe(401);
		}
		expect(await service.prisma.session.count({ where: { id } })).toBe(1);
	});

	test("names are changed at the revision that was read, and audited", async () => {
		const { send } = await signedIn();
		const { revision } = account.parse((await send("GET")).body.response?.data);
		const edit = (json: unknown, headers = {}) => send("PATCH", "", { json, headers });
		const edited = await edit({ first_name: " Ada ", last_name: "Byron" }, { "if-match": `"${revision}"` });
		expect(edited.body.response?.data).toMatchObject({
			first_name: "Ada",
			last_name: "Byron",
			revision: revision + 1,
		});
		expect((await edit({ first_name: "Eve" }, { "if-match": `"${revision}"` })).status).toBe(412);
		for (const json of [{}, { email: "x@example.com" }, { role: "operator" }, { first_name: "a\nb" }]) {
			expect([json, (await edit(json)).status]).toEqual([json, 400]);
		}
		expect(await eventsOf(world.designer)).toEqual([
			expect.objectContaining({ action: "edit", actor_id: world.designer.userId, credential: "session" }),
		]);
	});

	test("a new password needs the old one, ends all other sessions and open links, and is audited", async () => {
		const [own, other] = [await signedIn(), await signedIn()];
		const change = (json: unknown) => own.send("POST", "/password", { json });
		const wrong = await change({ old_password: "wrong", password: NEW_PASSWORD });
		expect([wrong.status, wrong.body.message]).toEqual([400, "'old_password' is wrong"]);
		for (const password of ["short", world.designer.email, "aaaaaaaaaaaaaaa", "Password1234!"]) {
			expect((await change({ old_password: PASSWORD, password })).status).toBe(400);
		}
		expect(await other.isIn()).toBe(true);
		const secret = "tsl_of-a-test";
		await service.prisma.signInLink.create({
			data: {
				user_id: world.designer.userId,
				issued_by_id: world.operator.userId,
				secret_hash: hashSecret(secret),
				expires_at: new Date(service.now().getTime() + 86_400_000),
			},
		});
		expect((await change({ old_password: PASSWORD, password: NEW_PASSWORD })).status).toBe(200);
		expect([await own.isIn(), await other.isIn()]).toEqual([true, false]);
		const { email } = world.designer;
		expect(await signIn(service, { email, password: PASSWORD }, "192.0.2.9")).toBeNull();
		expect(await signIn(service, { email, password: NEW_PASSWORD }, "192.0.2.9")).toMatchObject({ email });
		const origin = { address: "192.0.2.9", requestId: null };
		await expect(redeemSignInLink(service, origin, { secret, password: PASSWORD })).rejects.toThrow("not valid");
		expect(await eventsOf(world.designer)).toEqual([
			expect.objectContaining({ action: "set_password", credential: "session" }),
		]);
	});

	test("wrong old passwords are throttled as at sign-in, together with those", async () => {
		const { send } = await signedIn();
		const change = async (old: string) =>
			(await send("POST", "/password", { json: { old_password: old, password: NEW_PASSWORD } })).status;
		for (let tried = 0; tried < 9; tried += 1) expect(await change("wrong")).toBe(400);
		const { email } = world.designer;
		expect(await signIn(service, { email, password: "wrong" }, "192.0.2.7")).toBeNull();
		expect(await change(PASSWORD)).toBe(429);
		service.advance(60_000);
		expect(await change(PASSWORD)).toBe(200);
	});

	test("sessions are listed, the newest first and this one marked, without those that have ended", async () => {
		const unused = await signedIn();
		service.advance(SESSION_MAX_AGE_SECONDS * 1_000);
		const [other, own, stranger] = [await signedIn(), await signedIn(), await signedIn(world.colleague)];
		const list = async () => {
			const { data, ...counts } = (await own.send("GET", "/sessions")).body.response ?? {};
			return { rows: z.array(session).parse(data), counts };
		};
		const { rows, counts } = await list();
		expect(rows).toEqual([
			expect.objectContaining({ id: own.id, current: true, browser: "Firefox on Linux", address: "192.0.2.1" }),
			expect.objectContaining({ id: other.id, current: false, opened_by: "password", second_factor: false }),
		]);
		expect(counts).toEqual({ included_row_count: 2, total_row_count: 2 });
		for (const id of [unused.id, stranger.id]) expect(JSON.stringify(rows)).not.toContain(id);
	});

	test("one session is ended elsewhere, and nobody ends somebody else's", async () => {
		const [own, other, stranger] = [await signedIn(), await signedIn(), await signedIn(world.colleague)];
		expect((await own.send("DELETE", `/sessions/${stranger.id}`)).status).toBe(404);
		expect(await stranger.isIn()).toBe(true);
		expect((await own.send("DELETE", `/sessions/${other.id}`)).status).toBe(200);
		expect([await own.isIn(), await other.isIn()]).toEqual([true, false]);
		expect((await own.send("DELETE", `/sessions/${other.id}`)).status).toBe(404);
		expect((await own.send("DELETE", `/sessions/${own.id}`)).status).toBe(200);
		expect(await own.isIn()).toBe(false);
		expect((await eventsOf(world.designer)).map(({ action, detail }) => [action, detail])).toEqual([
			["end_sessions", { count: 1 }],
			["end_sessions", { count: 1 }],
		]);
	});

	test("all other sessions are ended at once; the own one and those of others stay", async () => {
		const [own, stranger] = [await signedIn(), await signedIn(world.colleague)];
		const others = [await signedIn(), await signedIn()];
		const ended = await own.send("DELETE", "/sessions");
		expect(ended.body.response?.data).toEqual({ ended: 2 });
		expect(await Promise.all(others.map(({ isIn }) => isIn()))).toEqual([false, false]);
		expect([await own.isIn(), await stranger.isIn()]).toEqual([true, true]);
	});
});
