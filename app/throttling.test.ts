import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as agentDeploymentsRoute } from "@/app/api/agent/deployments/route";
import { GET as listTargetsRoute } from "@/app/api/targets/route";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { GET as tokenByIdRoute } from "@/app/token/user/[user_id]/route";
import { GET as tokenByEmailRoute } from "@/app/token/user/route";
import { removeOldRows } from "@/lib/domain/retention/remove-old-rows";
import { openDatabase } from "@/lib/platform/db/client";
import { setService } from "@/lib/platform/service";
import { refuseWhenFull, takeCall } from "@/lib/platform/throttling/take-call";
import { ThrottledError } from "@/lib/rules/errors";
import { callRoute } from "@/lib/tools/testing/call-route";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { databaseUrl } from "@/lib/tools/testing/database-templates";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";

describe.each(testDatabaseKinds())("throttling on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind, {
			TOKEN_RATE_LIMIT: "3",
			API_RATE_LIMIT: "4",
			WRONG_KEY_RATE_LIMIT: "5",
		});
		setService(service);
		world = await createWorld(service);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const ada = "email=ada@example.com&first_name=Ada&last_name=L";
	const token = (key: string, query = ada) => callRoute(tokenByEmailRoute, { url: `/token/user?KEY=${key}&${query}` });
	const tokenById = (key: string, user_id: string) =>
		callRoute(tokenByIdRoute, { url: `/token/user/${user_id}?KEY=${key}`, params: { user_id } });
	const designs = (key: string, query = "") =>
		callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}&${query}` });
	const statuses = async (calls: Promise<{ status: number }>[]) =>
		(await Promise.all(calls)).map(({ status }) => status).sort();

	test("the token API answers 403 throttled beyond TOKEN_RATE_LIMIT, per key, until the minute is over", async () => {
		const key = await issueKey(service, world.customerAdministrator, ["tokens"]);
		const other = await issueKey(service, world.customerAdministrator, ["tokens"]);
		// A wrong parameter is a call too: throttling comes before parameters.
		expect(await statuses([token(key), token(key), token(key, "color=red")])).toEqual([200, 200, 400]);
		const beyond = await token(key);
		expect([beyond.status, beyond.body]).toEqual([403, { status: "error", message: "throttled", version: 4 }]);
		expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await token(key, "color=red")).body.message).toBe("throttled");
		const refreshed = await tokenById(key, world.designer.userId);
		expect([refreshed.status, refreshed.body]).toEqual([403, beyond.body]);
		expect(Number(refreshed.headers.get("retry-after"))).toBeGreaterThan(0);
		expect((await token("tsk_wrong")).status).toBe(401);
		expect((await token(other)).status).toBe(200);
		service.advance(60_000);
		expect((await token(key)).status).toBe(200);
		// Both forms are counted together.
		const refreshes = Array.from({ length: 3 }, () => tokenById(key, world.designer.userId));
		expect(await statuses(refreshes)).toEqual([200, 200, 403]);
	});

	test("the management API answers 429 with Retry-After beyond API_RATE_LIMIT, per caller, whatever the credential", async () => {
		const key = await issueKey(service, world.designer, ["manage"]);
		const second = await issueKey(service, world.designer, ["manage"]);
		const colleague = await issueKey(service, world.colleague, ["manage"]);
		const product = (bearer: string) =>
			callRoute(listTargetsRoute, { url: "/api/targets", headers: { authorization: `Bearer ${bearer}` } });
		expect(await statuses([designs(key), designs(second), product(key), designs(key, "limit=x")])).toEqual([
			200, 200, 200, 400,
		]);
		const beyond = await designs(key);
		expect(beyond.status).toBe(429);
		expect(beyond.body).toEqual({
			version: 4,
			status: "error",
			error_type: "Throttled",
			message: "too many calls: 4 are allowed in a minute",
		});
		const wait = Number(beyond.headers.get("retry-after"));
		expect(wait).toBeGreaterThan(50);
		expect(wait).toBeLessThanOrEqual(60);
		const wrong = [designs(key, "limit=x"), designs(key, `KEY=${key}`)];
		expect(await statuses([product(key), designs(second), ...wrong])).toEqual([429, 429, 429, 429]);
		expect((await designs(colleague)).status).toBe(200);
		service.advance(wait * 1_000);
		expect((await designs(key)).status).toBe(200);
	});

	test("without API_RATE_LIMIT the management API is not throttled", async () => {
		setService({ ...service, settings: { ...service.settings, API_RATE_LIMIT: 0 } });
		const key = await issueKey(service, world.outsider, ["manage"]);
		expect(await statuses(Array.from({ length: 6 }, () => designs(key)))).toEqual([200, 200, 200, 200, 200, 200]);
		setService(service);
	});

	test("wrong keys are throttled per address whatever they are for, and right ones are not", async () => {
		service.advance(60_000);
		const right = await issueKey(service, world.administrator, ["manage"]);
		const from = (address: string) => ({ "x-ts-client-ip": address });
		const product = (bearer: string, address = "198.51.100.7") =>
			callRoute(listTargetsRoute, {
				url: "/api/targets",
				headers: { authorization: `Bearer ${bearer}`, ...from(address) },
			});
		const kinds = ["tsk_wrong", "a-token", "tsk_wrong"].map((bearer) => product(bearer));
		const agent = callRoute(agentDeploymentsRoute, {
			url: "/api/agent/deployments",
			headers: { authorization: "Bearer tsa_wrong", ...from("198.51.100.7") },
		});
		expect(await statuses([...kinds, agent])).toEqual([401, 401, 401, 401]);
		const managed = (key: string) =>
			callRoute(listDesignsRoute, { url: `/targeting/designs?KEY=${key}`, headers: from("198.51.100.7") });
		expect((await managed("tsk_wrong")).status).toBe(401);
		const beyond = await managed("tsk_wrong");
		expect([beyond.status, beyond.body.message]).toEqual([429, "too many calls: 5 are allowed in a minute"]);
		expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(0);
		const tokens = await callRoute(tokenByEmailRoute, {
			url: `/token/user?KEY=tsk_wrong&${ada}`,
			headers: from("198.51.100.7"),
		});
		expect([tokens.status, tokens.body.message]).toEqual([403, "throttled"]);
		expect((await managed(right)).status).toBe(200);
		expect((await product("tsk_wrong", "198.51.100.8")).status).toBe(401);
		service.advance(60_000);
		expect((await managed("tsk_wrong")).status).toBe(401);
	});

	test("expired and revoked tokens are no wrong keys, and are a 401 also where those are throttled", async () => {
		service.advance(60_000);
		const key = await issueKey(service, world.customerAdministrator, ["tokens"]);
		const grant = async (email: string) =>
			String((await token(key, `email=${email}&first_name=Ada&last_name=L`)).body.data?.token);
		const product = async (bearer: string) => {
			const headers = { authorization: `Bearer ${bearer}`, "x-ts-client-ip": "198.51.100.9" };
			return (await callRoute(listTargetsRoute, { url: "/api/targets", headers })).status;
		};
		const of = async (bearer: string) => [await product(bearer), ...(await statuses(others(bearer)))];
		const others = (bearer: string) => Array.from({ length: 9 }, async () => ({ status: await product(bearer) }));
		const [expired, disabled] = [await grant("expired@example.com"), await grant("disabled@example.com")];
		expect(await product(expired)).toBe(200);
		const data = { disabled_at: service.now() };
		await service.prisma.user.updateMany({ where: { email: "disabled@example.com" }, data });
		service.advance((service.settings.TOKEN_TTL_SECONDS + 1) * 1_000);
		// Its successor takes its place.
		expect(await product(await grant("expired@example.com"))).toBe(200);
		for (const bearer of [expired, disabled]) expect(await of(bearer)).toEqual(Array(10).fill(401));
		const forged = `${expired.slice(0, -1)}${expired.endsWith("A") ? "B" : "A"}`;
		expect(await statuses(others(forged))).toEqual([...Array(5).fill(401), ...Array(4).fill(429)]);
		expect(await product(expired)).toBe(401);
	});

	test("of many calls at once no more than the limit pass", async () => {
		const calls = Array.from({ length: 40 }, () =>
			takeCall(service, "user:many", 15).then(
				() => true,
				() => false,
			),
		);
		const passed = (await Promise.all(calls)).filter((pass) => pass);
		expect(passed).toHaveLength(15);
	});

	if (kind === "postgres") {
		test("of calls to several processes at once no more than the limit pass", async () => {
			const [{ name = "" } = {}] = await service.prisma.$queryRaw<
				{ name: string }[]
			>`SELECT current_database() AS name`;
			const url = databaseUrl(process.env.TEST_POSTGRES_URL ?? "", name);
			const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ databaseUrl: url })));
			const processes = databases.map(({ prisma }) => ({ ...service, prisma }));
			const calls = Array.from({ length: 90 }, (_, index) => processes[index % processes.length] ?? service).map(
				(each) =>
					takeCall(each, "user:everywhere", 50).then(
						() => true,
						() => false,
					),
			);
			const passed = (await Promise.all(calls)).filter((pass) => pass);
			await Promise.all(databases.map((database) => database.close()));
			expect(passed).toHaveLength(50);
		});
	}

	test("a limit of failures refuses without counting, until the minute is over", async () => {
		const refused = () => refuseWhenFull(service, "user:wrong-password", 2);
		await takeCall(service, "user:wrong-password", 2);
		for (let count = 0; count < 3; count += 1) await refused();
		await takeCall(service, "user:wrong-password", 2);
		await expect(refused()).rejects.toThrow(ThrottledError);
		service.advance(60_000);
		await refused();
	});

	test("callers whose minute is over are forgotten", async () => {
		await takeCall(service, "user:gone", 1);
		service.advance(60_001);
		await takeCall(service, "user:here", 1);
		await removeOldRows(service);
		const subjects = await service.prisma.callWindow.findMany({ select: { subject: true } });
		expect(subjects).toEqual([{ subject: "user:here" }]);
	});
});
