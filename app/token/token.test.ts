import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listDesignsRoute } from "@/app/targeting/designs/route";
import { GET as byIdRoute } from "@/app/token/user/[user_id]/route";
import { GET as byEmailRoute } from "@/app/token/user/route";
import { tokenResponse } from "@/lib/contract/token";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, keyIdOf, type World } from "@/lib/tools/testing/world";

describe("the token API", () => {
	let service: TestService;
	let world: World;
	let key: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.customerAdministrator, ["tokens"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const byEmail = (query: string) => callRoute(byEmailRoute, { url: `/token/user?${query}` });
	const byId = (id: string, query: string) =>
		callRoute(byIdRoute, { url: `/token/user/${id}?${query}`, params: { user_id: id } });
	const grantOf = (answer: RouteAnswer) => tokenResponse.parse(answer.body).data;
	const ada = "email=Ada%40example.com&first_name=Ada&last_name=L";

	test("a user is created lazily and gets the same token until it expires, then another", async () => {
		const first = await byEmail(`KEY=${key}&${ada}`);
		expect(first.status).toBe(200);
		const grant = grantOf(first);
		expect(grantOf(await byEmail(`KEY=${key}&${ada.toLowerCase()}`))).toEqual(grant);
		expect(grantOf(await byId(grant.uid, `KEY=${key}`))).toEqual(grant);
		service.advance(service.settings.TOKEN_TTL_SECONDS * 1000);
		const next = grantOf(await byId(grant.uid, `KEY=${key}`));
		expect(next.uid).toBe(grant.uid);
		expect(next.token).not.toBe(grant.token);
		expect(next.expiration).toBeGreaterThan(grant.expiration);
	});

	test("a token is valid until its expiration, and no second longer", async () => {
		const ask = () => byEmail(`KEY=${key}&email=di@example.com&first_name=Di&last_name=D`);
		const asked = service.now().getTime();
		const grant = grantOf(await ask());
		expect(grant.expiration).toBe(Math.floor(asked / 1000) + service.settings.TOKEN_TTL_SECONDS);
		const opens = async () => {
			const headers = { authorization: `Bearer ${grant.token}` };
			return (await callRoute(listDesignsRoute, { url: "/targeting/designs", headers })).status;
		};
		// The clock goes on by a millisecond whenever it is read.
		service.advance(grant.expiration * 1000 - 100 - service.now().getTime());
		expect([await opens(), grantOf(await ask())]).toEqual([200, grant]);
		service.advance(grant.expiration * 1000 - 1 - service.now().getTime());
		expect(await opens()).toBe(401);
		const next = grantOf(await ask());
		expect([next.uid, next.token === grant.token]).toEqual([grant.uid, false]);
		expect(await opens()).toBe(401);
	});

	test("the token opens the management API as bearer, without KEY, until it expires", async () => {
		const { token } = grantOf(await byEmail(`KEY=${key}&email=bo@example.com&first_name=Bo&last_name=B`));
		const list = () =>
			callRoute(listDesignsRoute, { url: "/targeting/designs", headers: { authorization: `Bearer ${token}` } });
		expect((await list()).status).toBe(200);
		service.advance(service.settings.TOKEN_TTL_SECONDS * 1000);
		expect((await list()).status).toBe(401);
	});

	test("a name of any length gets its token, and as much of it is kept as pages take", async () => {
		for (const [given, kept] of [
			["x".repeat(7_000), "x".repeat(100)],
			[`${"x".repeat(99)}😀`, "x".repeat(99)],
			[`${"x".repeat(98)}😀`, `${"x".repeat(98)}😀`],
			["Ada\r\nLove\u2028lace\u0007", "Ada Love lace"],
		] as const) {
			const query = new URLSearchParams({ KEY: key, email: "long@example.com", first_name: given, last_name: given });
			const { uid } = grantOf(await byEmail(`${query}`));
			const user = await service.prisma.user.findUniqueOrThrow({ where: { id: uid } });
			expect([user.first_name, user.last_name]).toEqual([kept, kept]);
		}
	});

	test("KEY and a bearer of different callers are refused", async () => {
		const { token } = grantOf(await byEmail(`KEY=${key}&email=cy@example.com&first_name=Cy&last_name=C`));
		const manage = await issueKey(service, world.designer, ["manage"]);
		const answer = await callRoute(listDesignsRoute, {
			url: `/targeting/designs?KEY=${manage}`,
			headers: { authorization: `Bearer ${token}` },
		});
		expect(answer.status).toBe(400);
	});

	test("nothing of a token or key is stored in the clear", async () => {
		const { uid, token } = grantOf(await byEmail(`KEY=${key}&${ada}`));
		const stored = await service.prisma.accessToken.findUniqueOrThrow({ where: { user_id: uid } });
		const keys = await service.prisma.apiKey.findMany();
		const dump = JSON.stringify([stored, keys], (_name, value) =>
			value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value,
		);
		expect(dump).not.toContain(token);
		expect(dump).not.toContain(key);
	});

	const unknownUser = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";
	test.each([
		["no key", () => byEmail(ada), 401, "invalid API key"],
		["a wrong key", () => byEmail(`KEY=tsk_no&${ada}`), 401, "invalid API key"],
		["a wrong key and an unknown parameter", () => byEmail(`KEY=tsk_no&color=red`), 401, "invalid API key"],
		["an unknown parameter", () => byEmail(`KEY=${key}&color=red`), 400, "unknown parameter 'color'"],
		["no e-mail", () => byEmail(`KEY=${key}&first_name=A&last_name=B`), 400, "missing required parameter 'email'"],
		["no first name", () => byEmail(`KEY=${key}&email=a@b.cd`), 400, "missing required parameter 'first_name'"],
		[
			"a blank first name",
			() => byEmail(`KEY=${key}&email=a@b.cd&first_name=%20%09&last_name=B`),
			400,
			"missing required parameter 'first_name'",
		],
		[
			"no last name",
			() => byEmail(`KEY=${key}&email=a@b.cd&first_name=A`),
			400,
			"missing required parameter 'last_name'",
		],
		[
			"a malformed e-mail",
			() => byEmail(`KEY=${key}&email=ab.cd&first_name=A&last_name=B`),
			400,
			"invalid email address",
		],
		[
			"an e-mail beside an id",
			() => byId(unknownUser, `KEY=${key}&email=a@b.cd`),
			400,
			"parameter 'email' should not be used alongside a user id",
		],
		[
			"a last name beside an id",
			() => byId(unknownUser, `KEY=${key}&last_name=B`),
			400,
			"parameter 'last_name' should not be used alongside a user id",
		],
		["an unknown parameter beside an id", () => byId(unknownUser, `KEY=${key}&x=1`), 400, "unknown parameter 'x'"],
		["an unknown id", () => byId(unknownUser, `KEY=${key}`), 404, "user not found"],
		["a malformed id", () => byId("nonsense", `KEY=${key}`), 404, "user not found"],
		["a user of another organization", () => byId(world.outsider.userId, `KEY=${key}`), 404, "user not found"],
		["an administrator by id", () => byId(world.customerAdministrator.userId, `KEY=${key}`), 404, "user not found"],
		[
			"an administrator by e-mail",
			() => byEmail(`KEY=${key}&email=${world.customerAdministrator.email}&first_name=A&last_name=B`),
			404,
			"user not found",
		],
	] as const)("with %s", async (_name, call, status, message) => {
		const answer = await call();
		expect(answer.body).toEqual({ status: "error", message, version: 4 });
		expect(answer.status).toBe(status);
	});

	test("a key that is restricted to other addresses is no key", async () => {
		const restricted = await issueKey(service, world.customerAdministrator, ["tokens"]);
		const id = await keyIdOf(service, restricted);
		await service.prisma.apiKey.update({ where: { id }, data: { allowed_addresses: ["198.51.100.0/24"] } });
		expect((await byEmail(`KEY=${restricted}&${ada}`)).body.message).toBe("invalid API key");
		await service.prisma.apiKey.update({ where: { id }, data: { allowed_addresses: ["192.0.2.0/28"] } });
		expect((await byEmail(`KEY=${restricted}&${ada}`)).status).toBe(200);
	});
});
