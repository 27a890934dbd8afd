import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { GET as unknownPath } from "@/app/token/[[...path]]/route";
import { GET as refresh } from "@/app/token/user/[user_id]/route";
import { GET as byEmail } from "@/app/token/user/route";
import type { TokenGrant } from "@/lib/contract/token";
import { callerOf } from "@/lib/http/routes/request-attributes";
import { tokenRoute } from "@/lib/http/routes/token-route";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey, type World } from "@/lib/tools/testing/world";

const UNKNOWN_ID = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";
type Field = readonly [name: string, value: string];

/** The contract's table of the token API, and its table of errors, line by line. */
describe("requests to the token API", () => {
	let service: TestService;
	let world: World;
	let key: string;
	beforeAll(async () => {
		service = await createTestService(undefined, { TOKEN_RATE_LIMIT: "1000000" });
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.customerAdministrator, ["tokens"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const encode = (fields: readonly Field[]) =>
		fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
	const ENDPOINTS = {
		"GET /token/user": (query: string, call = {}) => callRoute(byEmail, { url: `/token/user?${query}`, ...call }),
		"GET /token/user/<user_id>": (query: string, call = {}) =>
			callRoute(refresh, {
				url: `/token/user/${world.designer.userId}?${query}`,
				params: { user_id: world.designer.userId },
				...call,
			}),
	};
	type Endpoint = keyof typeof ENDPOINTS;
	const endpoints = Object.keys(ENDPOINTS) as Endpoint[];
	const error = (message: string) => ({ status: "error", message, version: 4 });
	const usual: Record<Endpoint, readonly Field[]> = {
		"GET /token/user": [
			["email", "ada@example.com"],
			["first_name", "Ada"],
			["last_name", "Lovelace"],
		],
		"GET /token/user/<user_id>": [],
	};
	const send = (endpoint: Endpoint, fields: readonly Field[], call = {}) => ENDPOINTS[endpoint](encode(fields), call);
	const valid = (endpoint: Endpoint): readonly Field[] => [["KEY", key], ...usual[endpoint]];

	test("an answer of another form than documented is not given", async () => {
		vi.spyOn(log, "error").mockReturnValue(undefined);
		const described = { summary: "x", description: "x", parameters: z.strictObject({}) };
		const wrong = tokenRoute({ ...described, run: async () => ({ uid: "x" }) as TokenGrant });
		expect((await callRoute(wrong, { url: `/token/user?KEY=${key}` })).status).toBe(500);
	});

	describe.each(endpoints)("%s", (endpoint) => {
		test("takes a well-formed request", async () => {
			const answer = await send(endpoint, valid(endpoint));
			expect([answer.status, answer.body]).toEqual([
				200,
				{
					status: "success",
					data: { uid: expect.any(String), token: expect.any(String), expiration: expect.any(Number) },
					version: 4,
				},
			]);
		});

		test("is noted with its key's user for the log", async () => {
			const url = `http://localhost/token/user?${encode(valid(endpoint))}`;
			const request = new Request(url, { headers: { "x-ts-client-ip": "192.0.2.7", "x-ts-secure": "1" } });
			const route = endpoint === "GET /token/user" ? byEmail : refresh;
			expect((await route(request, { params: Promise.resolve({ user_id: world.designer.userId }) })).status).toBe(200);
			expect(callerOf(request)).toBe(world.customerAdministrator.userId);
		});

		test("401 invalid API key: whatever else is wrong", async () => {
			const others = usual[endpoint];
			const manage = await issueKey(service, world.customerAdministrator, ["manage", "administer"]);
			const token = String((await send(endpoint, valid(endpoint))).body.data?.token);
			const answers = {
				"no KEY": await send(endpoint, others),
				"a blank KEY": await send(endpoint, [["KEY", ""], ...others]),
				"a mistyped KEY": await send(endpoint, [["KEY", `${key.slice(0, -1)}!`], ...others]),
				"KEY in lower case": await send(endpoint, [["key", key], ...others]),
				"KEY twice": await send(endpoint, [["KEY", key], ...valid(endpoint)]),
				"a KEY without the scope": await send(endpoint, [["KEY", manage], ...others]),
				"the KEY as bearer": await send(endpoint, others, { headers: { authorization: `Bearer ${key}` } }),
				"an access token as bearer": await send(endpoint, others, { headers: { authorization: `Bearer ${token}` } }),
				"an access token as KEY": await send(endpoint, [["KEY", token], ...others]),
				"an unknown parameter too": await send(endpoint, [
					["KEY", "tsk_no"],
					["color", "red"],
				]),
			};
			for (const [what, answer] of Object.entries(answers)) {
				expect([what, answer.status, answer.body]).toEqual([what, 401, error("invalid API key")]);
			}
		});

		test("401 invalid API key: of a user who is disabled", async () => {
			const other = await issueKey(service, world.otherAdministrator, ["tokens"]);
			const where = { id: world.otherAdministrator.userId };
			await service.prisma.user.update({ where, data: { disabled_at: service.now() } });
			const answer = await send(endpoint, [["KEY", other], ...usual[endpoint]]);
			await service.prisma.user.update({ where, data: { disabled_at: null } });
			expect([answer.status, answer.body]).toEqual([401, error("invalid API key")]);
		});

		test("400 unknown parameter '<name>': before any other parameter is looked at", async () => {
			for (const name of ["color", "EMAIL", "limit", "uid"]) {
				const answer = await send(endpoint, [
					["KEY", key],
					["email", "nonsense"],
					["email", "nonsense"],
					[name, "1"],
				]);
				expect([answer.status, answer.body]).toEqual([400, error(`unknown parameter '${name}'`)]);
			}
		});

		test("400 for a parameter given twice, broken encodings and NUL", async () => {
			for (const query of ["email=a@b.cd&email=a@b.cd", "email=%zz", "email=%ff", "email=a%00b"]) {
				const answer = await ENDPOINTS[endpoint](`KEY=${key}&${query}`);
				expect([query, answer.status, answer.body.status]).toEqual([query, 400, "error"]);
				expect(String(answer.body.message)).toContain("'email'");
			}
		});

		test("403 over plain HTTP, before the key is looked at", async () => {
			setService({ ...service, settings: { ...service.settings, ALLOW_PLAIN_HTTP: false } });
			const answer = await send(endpoint, [], { secure: false });
			setService(service);
			expect([answer.status, answer.body]).toEqual([403, error("HTTPS required")]);
		});
	});

	describe("GET /token/user", () => {
		test.each(["email", "first_name", "last_name"])("400 missing required parameter '%s'", async (name) => {
			const others = valid("GET /token/user").filter(([each]) => each !== name);
			for (const field of [[], [[name, ""]], [[name, " \t\u00a0 "]]] as Field[][]) {
				const answer = await send("GET /token/user", [...others, ...field]);
				expect([answer.status, answer.body]).toEqual([400, error(`missing required parameter '${name}'`)]);
			}
		});

		test("names the first that is missing, and a missing one before a malformed e-mail", async () => {
			const ask = (fields: readonly Field[]) => send("GET /token/user", [["KEY", key], ...fields]);
			expect((await ask([])).body.message).toBe("missing required parameter 'email'");
			expect((await ask([["email", "x"]])).body.message).toBe("missing required parameter 'first_name'");
			const withoutLast: Field[] = [
				["email", "x"],
				["first_name", "A"],
			];
			expect((await ask(withoutLast)).body.message).toBe("missing required parameter 'last_name'");
		});

		test.each([
			"ab.cd",
			"a@",
			"@b.cd",
			"a@b",
			"a b@c.de",
			"a@b@c.de",
			"a@b..cd",
			"a.@b.cd",
			".a@b.cd",
			"a..b@b.cd",
			"a@b.c",
			"a@-b.cd",
			"a@192.0.2.7",
			"a\u200bb@c.de",
			"a@b\u00ad.cd",
			"\u0301a@b.cd",
			"a@\u0301b.cd",
			"☕@b.cd",
			"a@☕.example",
			"a@b.公",
			`${"語".repeat(22)}@b.cd`,
			`${"a".repeat(65)}@b.cd`,
			`a@${"b".repeat(64)}.cd`,
			`a@${"b.".repeat(125)}example`,
			"a@b.cd, e@f.gh",
		])("400 invalid email address: %s", async (email) => {
			const fields: Field[] = [
				["KEY", key],
				["email", email],
				["first_name", "A"],
				["last_name", "B"],
			];
			const answer = await send("GET /token/user", fields);
			expect([answer.status, answer.body]).toEqual([400, error("invalid email address")]);
		});

		test.each([
			"a+b@example.com",
			"A.B@EXAMPLE.COM",
			"o'neil@example.co.uk",
			"x/y=z&q@example.com",
			"!#$%&'*+/=?^_`{|}~-@example.com",
			"a@xn--bcher-kva.example",
			"a@xn--e1afmkfd.xn--p1ai",
			"1@2.example",
			`${"a".repeat(64)}@b.cd`,
			"ä@b.cd",
			"a@bücher.example",
			"иван@почта.рф",
			"用户@例子.公司",
			"दीपक@उदाहरण.भारत",
			`${"語".repeat(21)}@b.cd`,
		])("takes the e-mail %s", async (email) => {
			const fields: Field[] = [
				["KEY", key],
				["email", email],
				["first_name", "Ünal ☕"],
				["last_name", "B"],
			];
			expect((await send("GET /token/user", fields)).status).toBe(200);
		});

		test("an e-mail of another script is the same person in any case and composition", async () => {
			const grant = async (email: string) => {
				const fields: Field[] = [
					["KEY", key],
					["email", email],
					["first_name", "Zoë"],
					["last_name", "Ζωή"],
				];
				return (await send("GET /token/user", fields)).body.data;
			};
			const first = await grant("Zoe\u0308@Bücher.example");
			const user = await service.prisma.user.findUniqueOrThrow({ where: { id: String(first?.uid) } });
			expect([user.email, user.email_key]).toEqual(["Zo\u00eb@Bücher.example", "zo\u00eb@bücher.example"]);
			for (const spelling of ["zo\u00eb@bücher.example", "ZOE\u0308@BU\u0308CHER.EXAMPLE"]) {
				expect(await grant(spelling)).toEqual(first);
			}
			expect((await grant("zoe@bücher.example"))?.uid).not.toBe(first?.uid);
		});

		test("blanks around the e-mail and the names belong to neither", async () => {
			const grant = async (email: string, name: string) => {
				const answer = await send("GET /token/user", [
					["KEY", key],
					["email", email],
					["first_name", name],
					["last_name", name],
				]);
				return answer.body.data;
			};
			const granted = await grant(" blanks@example.com\t", "  Bea ");
			expect(granted).toEqual(await grant("blanks@example.com", "Bea"));
			const user = await service.prisma.user.findUniqueOrThrow({ where: { id: String(granted?.uid) } });
			expect([user.email, user.first_name, user.last_name]).toEqual(["blanks@example.com", "Bea", "Bea"]);
		});
	});

	describe("GET /token/user/<user_id>", () => {
		test.each(["email", "first_name", "last_name"])(
			"400 parameter '%s' should not be used alongside a user id",
			async (name) => {
				for (const values of [["x"], [""], ["x", "y"]]) {
					const given = values.map((value): Field => [name, value]);
					const answer = await send("GET /token/user/<user_id>", [["KEY", key], ...given]);
					expect([answer.status, answer.body]).toEqual([
						400,
						error(`parameter '${name}' should not be used alongside a user id`),
					]);
				}
			},
		);

		test.each([
			["an unknown id", (): string => UNKNOWN_ID],
			["no GUID", (): string => "ada"],
			["a user of another organization", (): string => world.outsider.userId],
			["an administrator", (): string => world.customerAdministrator.userId],
			["an operator", (): string => world.operator.userId],
		] as const)("404 user not found: %s", async (_what, id) => {
			const url = `/token/user/${id()}?KEY=${key}`;
			const answer = await send("GET /token/user/<user_id>", [], { url, params: { user_id: id() } });
			expect([answer.status, answer.body]).toEqual([404, error("user not found")]);
		});

		test("404 user not found: one who is disabled, for as long as they are", async () => {
			const where = { id: world.designer.userId };
			const ask = () => send("GET /token/user/<user_id>", [["KEY", key]]);
			const before = await ask();
			await service.prisma.user.update({ where, data: { disabled_at: service.now() } });
			const disabled = await ask();
			await service.prisma.user.update({ where, data: { disabled_at: null } });
			expect([disabled.status, disabled.body]).toEqual([404, error("user not found")]);
			expect((await ask()).body).toEqual(before.body);
		});

		test("takes an id in capitals", async () => {
			const id = world.designer.userId.toUpperCase();
			const url = `/token/user/${id}?KEY=${key}`;
			const answer = await send("GET /token/user/<user_id>", [], { url, params: { user_id: id } });
			expect([answer.status, answer.body.data?.uid]).toEqual([200, world.designer.userId]);
		});
	});

	test("404 resource not found: paths that are in no table", async () => {
		for (const url of ["/token", "/token/users", "/token/user/a/b"]) {
			const answer = await callRoute(unknownPath, { url });
			expect([url, answer.status, answer.body]).toEqual([url, 404, error("resource not found")]);
		}
	});
});
