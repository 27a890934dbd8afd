import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as agentDeploymentsRoute } from "@/app/api/agent/deployments/route";
import { GET as fileRoute } from "@/app/api/builds/[build_id]/file/route";
import { POST as createDesignRoute } from "@/app/api/designs/route";
import { GET as listTargetsRoute } from "@/app/api/targets/route";
import { POST as requestBuildRoute } from "@/app/targeting/designs/[design_id]/request/route";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { GET as tokenRoute } from "@/app/token/user/route";
import type { Principal } from "@/lib/domain/access/principal";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { openTestSession } from "@/lib/tools/testing/session";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const UNKNOWN_ID = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";

/** docs/contract.md, Credentials, line by line. */
describe("credentials", () => {
	let service: TestService;
	let world: World;
	let key: string;
	let cookie: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.designer, ["manage"]);
		cookie = await sessionOf(world.designer);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const sessionOf = async (user: Principal, claims: Record<string, unknown> = {}, secret = service.secret) => {
		const token = await encode({ token: { ...(await openTestSession(service, user)), ...claims }, secret });
		return `__Host-targeting.session=${token}`;
	};
	const accessTokenOf = async (user: Principal) => {
		const server = await issueKey(service, world.customerAdministrator, ["tokens"]);
		const query = `KEY=${server}&email=${user.email}&first_name=A&last_name=B`;
		return String((await callRoute(tokenRoute, { url: `/token/user?${query}` })).body.data?.token);
	};
	const management = (headers: Record<string, string>, query = "") =>
		callRoute(listDesignsRoute, { url: `/targeting/designs?${query}`, headers });
	const product = (headers: Record<string, string>, query = "") =>
		callRoute(listTargetsRoute, { url: `/api/targets?${query}`, headers });
	/** An unsafe request that gets no further than its credential: the design does not exist. */
	const post = (headers: Record<string, string>, form: Record<string, string> = {}) =>
		callRoute(requestBuildRoute, {
			url: `/targeting/designs/${UNKNOWN_ID}/request`,
			params: { design_id: UNKNOWN_ID },
			form: { reason: "x", ...form },
			headers,
		});
	const create = (headers: Record<string, string>) =>
		callRoute(createDesignRoute, { url: "/api/designs", json: { name: "x", type: "proximity" }, headers });

	test("KEY opens /targeting, and is no credential on /api", async () => {
		expect((await management({}, `KEY=${key}`)).status).toBe(200);
		const unnamed = await product({}, `KEY=${key}`);
		expect(unnamed.status).toBe(401);
		expect((await management({})).body.message).toBe("missing required parameter 'KEY', and no other credential");
		expect((await product({ authorization: `Bearer ${key}` }, `KEY=${key}`)).status).toBe(400);
	});

	const KEY_HOME = "it belongs in the parameter 'KEY' of";
	const BEARER_HOME = "it belongs in the header 'Authorization: Bearer'";
	const NO_SCOPE = "lacks the scope 'manage' or 'administer'";

	test("a right credential in the wrong place, or without the scope, is told where it belongs", async () => {
		const tokens = await issueKey(service, world.customerAdministrator, ["tokens"]);
		const token = await accessTokenOf(world.designer);
		const { key: agentKey } = await createAgentKey(service, world.administrator, world.target.id, { label: "rack" });
		const bearer = (secret: string | null) => ({ authorization: `Bearer ${secret}` });
		const agent = (headers: Record<string, string>) =>
			callRoute(agentDeploymentsRoute, { url: "/api/agent/deployments", headers });
		const postWith = (query: string, form: Record<string, string> = {}) =>
			callRoute(requestBuildRoute, {
				url: `/targeting/designs/${UNKNOWN_ID}/request?${query}`,
				params: { design_id: UNKNOWN_ID },
				form: { reason: "x", ...form },
			});
		for (const [answer, sentence] of [
			[
				await postWith(`KEY=${key}`),
				`an API key was found in the parameter 'KEY' of the query string: ${KEY_HOME} the form body`,
			],
			[
				await postWith("", { key }),
				`an API key was found in the parameter 'key' of the form body: ${KEY_HOME} the form body`,
			],
			[
				await management({}, `key=${key}`),
				`an API key was found in the parameter 'key' of the query string: ${KEY_HOME} the query string`,
			],
			[
				await management({ "x-api-key": key }),
				`an API key was found in the header 'x-api-key': ${KEY_HOME} the query string`,
			],
			[
				await management(bearer(key)),
				`an API key was found in the header 'Authorization': ${KEY_HOME} the query string`,
			],
			[await post(bearer(key)), `an API key was found in the header 'Authorization': ${KEY_HOME} the form body`],
			[
				await management({}, `KEY=${token}`),
				`an access token was found in the parameter 'KEY' of the query string: ${BEARER_HOME}`,
			],
			[
				await post({}, { KEY: token }),
				`an access token was found in the parameter 'KEY' of the form body: ${BEARER_HOME}`,
			],
			[
				await management({}, `KEY=${agentKey}`),
				`an agent key was found in the parameter 'KEY' of the query string: ${BEARER_HOME} of the agent API`,
			],
			[
				await management(bearer(agentKey)),
				`an agent key was found in the header 'Authorization': ${BEARER_HOME} of the agent API`,
			],
			[
				await product(bearer(agentKey)),
				`an agent key was found in the header 'Authorization': ${BEARER_HOME} of the agent API`,
			],
			[
				await product({}, `KEY=${key}`),
				`an API key was found in the parameter 'KEY' of the query string: ${BEARER_HOME}`,
			],
			[
				await product({}, `KEY=${tokens}`),
				`an API key was found in the parameter 'KEY' of the query string: ${BEARER_HOME}, and ${NO_SCOPE}`,
			],
			[
				await agent(bearer(key)),
				`an API key was found in the header 'Authorization': ${BEARER_HOME} of the other paths of /api, as this one takes an agent key`,
			],
			[
				await agent(bearer(tokens)),
				`an API key was found in the header 'Authorization': ${BEARER_HOME} of the other paths of /api, as this one takes an agent key`,
			],
			[
				await agent({ "x-agent-key": String(agentKey) }),
				`an agent key was found in the header 'x-agent-key': ${BEARER_HOME}`,
			],
			[await management({}, `KEY=${tokens}`), `the API key ${NO_SCOPE}`],
			[await product(bearer(tokens)), `the API key ${NO_SCOPE}`],
		] as const) {
			expect([answer.status, answer.body.message]).toEqual([401, sentence]);
		}
	});

	test("a credential that opens nothing anywhere is told nothing, wherever it is, and counts as a wrong one", async () => {
		const expired = await issueKey(service, world.designer, ["manage"]);
		const elsewhere = await issueKey(service, world.designer, ["manage"]);
		const change = (secret: string, data: object) =>
			service.prisma.apiKey.updateMany({ where: { secret_hash: hashSecret(secret) }, data });
		await change(expired, { expires_at: service.now() });
		await change(elsewhere, { allowed_addresses: ["198.51.100.0/24"] });
		const { id, key: revoked } = await createAgentKey(service, world.administrator, world.target.id, { label: "gone" });
		await service.prisma.agentKey.update({ where: { id }, data: { revoked_at: service.now() } });
		for (const secret of ["tsk_wrong", "tst_wrong", "tsa_wrong", expired, elsewhere, String(revoked)]) {
			const authorization = `Bearer ${secret}`;
			const nowhere = await product({}, `KEY=${secret}`);
			expect([nowhere.status, nowhere.body.message]).toEqual([401, "no valid credential"]);
			const byKey = await management({}, `KEY=${secret}`);
			expect([byKey.status, byKey.body.message]).toEqual([401, "invalid API key"]);
			expect((await management({ authorization })).body.message).toBe("invalid access token");
		}
		setService({ ...service, settings: { ...service.settings, WRONG_KEY_RATE_LIMIT: 1 } });
		try {
			expect((await product({}, "KEY=tsk_wrong")).status).toBe(401);
			expect((await product({}, "KEY=tsk_wrong")).status).toBe(429);
			// A right one in the wrong place is no wrong one.
			expect((await product({}, `KEY=${key}`)).status).toBe(401);
		} finally {
			setService(service);
		}
	});

	test("KEY in the query string beside the same one in a form is that one", async () => {
		const send = (query: string, form: string, headers: Record<string, string> = {}) =>
			callRoute(requestBuildRoute, {
				url: `/targeting/designs/${UNKNOWN_ID}/request${query === "" ? "" : `?KEY=${query}`}`,
				params: { design_id: UNKNOWN_ID },
				form: { reason: "x", KEY: form },
				headers,
			});
		expect((await send(key, key)).status).toBe(404);
		// With and without it the request is the same one.
		const once = { "idempotency-key": "beside" };
		const answers = [await send(key, key, once), await send("", key, once)];
		expect(answers.map(({ status, headers }) => [status, headers.get("idempotency-replayed")])).toEqual([
			[404, null],
			[404, "true"],
		]);
		const other = await issueKey(service, world.designer, ["manage"]);
		const two = await send(other, key);
		expect([two.status, two.body.message]).toEqual([400, "parameter 'KEY' is given more than once"]);
		expect((await send(key, "tsk_wrong")).status).toBe(401);
	});

	test("an access token opens /targeting and /api, with the rights of a designer", async () => {
		const authorization = `Bearer ${await accessTokenOf(world.colleague)}`;
		expect([(await management({ authorization })).status, (await product({ authorization })).status]).toEqual([
			200, 200,
		]);
		expect([(await post({ authorization })).status, (await create({ authorization })).status]).toEqual([404, 201]);
	});

	test("the scheme of a bearer is written in any case, and parted from the token by any number of blanks", async () => {
		const token = await accessTokenOf(world.designer);
		for (const written of ["Bearer ", "bearer ", "BEARER  ", " Bearer   "]) {
			const authorization = `${written}${token}`;
			expect([written, (await management({ authorization })).status]).toEqual([written, 200]);
		}
		for (const written of ["Bearer", "Token ", "Bearer Bearer "]) {
			const authorization = `${written}${token}`;
			expect([written, (await management({ authorization })).status]).toEqual([written, 401]);
		}
	});

	test("an access token ends with its time, and when its user is disabled or a designer no more", async () => {
		const authorization = `Bearer ${await accessTokenOf(world.colleague)}`;
		const where = { id: world.colleague.userId };
		await service.prisma.user.update({ where, data: { role: "administrator" } });
		expect((await management({ authorization })).status).toBe(401);
		await service.prisma.user.update({ where, data: { role: "designer", disabled_at: service.now() } });
		expect((await management({ authorization })).status).toBe(401);
		await service.prisma.user.update({ where, data: { disabled_at: null } });
		expect((await management({ authorization })).status).toBe(200);
		service.advance(service.settings.TOKEN_TTL_SECONDS * 1_000);
		// The session has ended meanwhile.
		cookie = await sessionOf(world.designer);
		expect((await management({ authorization })).status).toBe(401);
	});

	test("an API key as bearer opens /api, not /targeting; one for the token API neither", async () => {
		const authorization = `Bearer ${key}`;
		expect([(await product({ authorization })).status, (await management({ authorization })).status]).toEqual([
			200, 401,
		]);
		const tokens = { authorization: `Bearer ${await issueKey(service, world.customerAdministrator, ["tokens"])}` };
		expect([(await product(tokens)).status, (await management(tokens)).status]).toEqual([401, 401]);
	});

	test("a session opens /targeting and /api", async () => {
		expect([(await management({ cookie })).status, (await product({ cookie })).status]).toEqual([200, 200]);
		const among = `theme=dark; ${cookie}; other=1`;
		expect((await management({ cookie: among })).status).toBe(200);
	});

	test.each([
		["its own pages", { "sec-fetch-site": "same-origin" }, true],
		["its own origin, by an older browser", { origin: "https://service.example" }, true],
		["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, false],
		["another host of the same site", { "sec-fetch-site": "same-site" }, false],
		["an address typed by the user", { "sec-fetch-site": "none" }, false],
		["another origin, by an older browser", { origin: "https://evil.example" }, false],
		["its own host over plain HTTP", { origin: "http://service.example" }, false],
		["no page", {}, false],
		["a frame without an origin", { origin: "null" }, false],
	] as [string, Record<string, string>, boolean][])(
		"a session changes things from the same origin only: %s",
		async (_from, headers, allowed) => {
			expect((await post({ cookie, ...headers })).status).toBe(allowed ? 404 : 403);
			expect((await create({ cookie, ...headers })).status).toBe(allowed ? 201 : 403);
			expect((await management({ cookie, ...headers })).status).toBe(200);
		},
	);

	test("an agent key opens the agents' routes and files, and nothing else does the former", async () => {
		const { key: agentKey } = await createAgentKey(service, world.administrator, world.target.id, { label: "rack" });
		const agent = { authorization: `Bearer ${agentKey}` };
		const params = { build_id: UNKNOWN_ID };
		const file = (headers: Record<string, string>) =>
			callRoute(fileRoute, { url: `/api/builds/${UNKNOWN_ID}/file`, params, headers });
		const own = (headers: Record<string, string>) =>
			callRoute(agentDeploymentsRoute, { url: "/api/agent/deployments", headers });
		expect([(await file(agent)).status, (await own(agent)).status]).toEqual([404, 200]);
		expect([(await product(agent)).status, (await own({ authorization: `Bearer ${key}` })).status]).toEqual([401, 401]);
		const without = await own({});
		expect([without.status, without.body.message]).toEqual([401, "an agent key is required as bearer token"]);
	});

	test("a bearer needs no origin", async () => {
		const authorization = `Bearer ${key}`;
		expect((await create({ authorization, origin: "https://customer.example" })).status).toBe(201);
	});

	test("a session ends with its epoch, and is void under another secret, for the disabled and for token users", async () => {
		const where = { id: world.outsider.userId };
		const session = await sessionOf(world.outsider);
		const status = async () => (await management({ cookie: session })).status;
		expect(await status()).toBe(200);
		await service.prisma.user.update({ where, data: { session_epoch: 2 } });
		expect(await status()).toBe(401);
		await service.prisma.user.update({ where, data: { session_epoch: 1, disabled_at: service.now() } });
		expect(await status()).toBe(401);
		await service.prisma.user.update({ where, data: { disabled_at: null, password_hash: null } });
		expect(await status()).toBe(401);
		await service.prisma.user.update({ where, data: { password_hash: "no password fits" } });
		expect(await status()).toBe(200);
		const forged = await sessionOf(world.designer, {}, "another secret, of nobody's service");
		expect((await management({ cookie: forged })).status).toBe(401);
		// Over HTTPS a cookie without the prefix may come from anywhere, as one of a neighboring domain.
		for (const prefix of ["", "__Secure-"]) {
			expect((await management({ cookie: cookie.replace("__Host-", prefix) })).status).toBe(401);
		}
	});

	test("below a path of the host a session of another service there is none", async () => {
		const here = cookie.replace("__Host-targeting.session=", "__Secure-targeting.session.targeting-ui=");
		const statuses = async () => [(await management({ cookie: here })).status, (await management({ cookie })).status];
		expect(await statuses()).toEqual([401, 200]);
		setService({ ...service, settings: { ...service.settings, BASE_PATH: "/targeting-ui" } });
		try {
			expect(await statuses()).toEqual([200, 401]);
		} finally {
			setService(service);
		}
	});

	test("a cookie counts only where neither KEY nor bearer is sent", async () => {
		expect((await management({ cookie }, "KEY=tsk_wrong")).status).toBe(401);
		expect((await management({ cookie, authorization: "Bearer tst_wrong" })).status).toBe(401);
		expect((await product({ cookie, authorization: "Bearer tsk_wrong" })).status).toBe(401);
		// The key's caller, not the cookie's, and so from any origin.
		expect((await post({ cookie, origin: "https://evil.example" }, { KEY: key })).status).toBe(404);
	});

	test("KEY and bearer together name the same caller, or 400; a wrong one is 401 whatever else is sent", async () => {
		const own = { authorization: `Bearer ${await accessTokenOf(world.designer)}` };
		const other = { authorization: `Bearer ${await accessTokenOf(world.colleague)}` };
		expect((await management(own, `KEY=${key}`)).status).toBe(200);
		const conflict = await management(other, `KEY=${key}`);
		expect([conflict.status, conflict.body.message]).toEqual([400, "KEY and the bearer token name different callers"]);
		expect((await management(own, "KEY=tsk_wrong")).status).toBe(401);
		expect((await management({ authorization: "Bearer tst_wrong" }, `KEY=${key}`)).status).toBe(401);
		expect((await management({ authorization: "Bearer tst_wrong", cookie }, `KEY=${key}&color=red`)).status).toBe(401);
	});

	test("the scope of a key narrows its user", async () => {
		const narrow = { authorization: `Bearer ${await issueKey(service, world.operator, ["manage"])}` };
		const wide = { authorization: `Bearer ${await issueKey(service, world.operator, ["administer"])}` };
		await create({ authorization: `Bearer ${key}` });
		const total = async (headers: Record<string, string>) => {
			const bearer = headers.authorization?.slice("Bearer ".length);
			return Number((await management({}, `KEY=${bearer}`)).body.response?.total_row_count);
		};
		expect(await total(narrow)).toBe(0);
		expect(await total(wide)).toBeGreaterThan(0);
	});
});
