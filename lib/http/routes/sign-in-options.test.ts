import NextAuth, { type User } from "next-auth";
import { decode, encode, type JWT } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { findSessionUser, SESSION_MAX_AGE_SECONDS } from "@/lib/domain/accounts/session";
import { log } from "@/lib/platform/log";
import { UnavailableError } from "@/lib/rules/errors";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { TEST_VISITOR } from "@/lib/tools/testing/session";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { signInOptions } from "./sign-in-options";

const PASSWORD = "correct horse battery";
const DAY_MS = 86_400_000;

describe("the options of next-auth", () => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService();
		world = await createWorld(service);
		const passwordHash = await hashPassword(PASSWORD);
		await service.prisma.user.update({ where: { id: world.designer.userId }, data: { password_hash: passwordHash } });
	});
	afterAll(() => service.drop());

	const authorize = (credentials: unknown) => {
		const [provider] = signInOptions(service, true, TEST_VISITOR).providers as unknown as {
			options: { authorize(credentials: unknown, request: unknown): Promise<unknown> };
		}[];
		return provider?.options.authorize(credentials, { headers: {} });
	};

	test("malformed e-mails and passwords are refused", async () => {
		const { email } = world.designer;
		for (const said of [
			{ email: `${email}\0`, password: PASSWORD },
			{ password: PASSWORD },
			{ email },
			{},
			undefined,
		]) {
			expect(await authorize(said)).toBeNull();
		}
		expect(await authorize({ email, password: PASSWORD })).toMatchObject({ email });
	});

	test("signing out ends that session for every copy of its cookie, and no other session", async () => {
		const { secret } = service;
		const { callbacks, events } = signInOptions(service, true, TEST_VISITOR);
		const { userId: id, email } = world.designer;
		const user = (await authorize({ email, password: PASSWORD })) as User;
		const signIn = async () => (await callbacks?.jwt?.({ token: {}, user, account: null })) ?? {};
		const renew = async (token: JWT) =>
			(await callbacks?.jwt?.({ token, user: undefined as never, account: null })) ?? {};
		const usable = async (token: JWT) => (await findSessionUser(service, await encode({ token, secret })))?.id ?? null;
		const [first, other] = [await signIn(), await signIn()];
		const renewed = await renew(first);
		expect(await Promise.all([first, renewed, other].map(usable))).toEqual([id, id, id]);
		await events?.signOut?.({ token: renewed, session: undefined as never });
		expect(await Promise.all([first, renewed, await renew(first), other].map(usable))).toEqual([null, null, null, id]);
		await events?.signOut?.({ token: renewed, session: undefined as never });
		expect(await service.prisma.session.findMany({ select: { id: true, opened_by: true } })).toEqual([
			{ id: other.session, opened_by: "password" },
		]);
	});

	test("a session ends after 30 days, however often its cookie is renewed, and its record is removed then", async () => {
		const { callbacks, events } = signInOptions(service, true, TEST_VISITOR);
		const user = (await authorize({ email: world.designer.email, password: PASSWORD })) as User;
		let token: JWT = (await callbacks?.jwt?.({ token: {}, user, account: null })) ?? {};
		await events?.signOut?.({
			token: (await callbacks?.jwt?.({ token: {}, user, account: null })) ?? {},
			session: undefined as never,
		});
		const usable = async () =>
			(await findSessionUser(service, await encode({ token, secret: service.secret }))) !== null;
		service.advance(29 * DAY_MS);
		expect(await usable()).toBe(false);
		token = (await callbacks?.jwt?.({ token, user: undefined as never, account: null })) ?? {};
		expect(await usable()).toBe(true);
		service.advance(DAY_MS);
		token = (await callbacks?.jwt?.({ token, user: undefined as never, account: null })) ?? {};
		expect(await usable()).toBe(false);
		const last = (await callbacks?.jwt?.({ token: {}, user, account: null })) ?? {};
		await events?.signOut?.({ token: last, session: undefined as never });
		expect(await service.prisma.session.count()).toBe(0);
	});

	test("a session ends 12 hours after its last use, and next-auth does not renew it then", async () => {
		const { secret } = service;
		const { callbacks, jwt } = signInOptions(service, true, TEST_VISITOR);
		const user = (await authorize({ email: world.designer.email, password: PASSWORD })) as User;
		const sealed = async (token: JWT) => encode({ token, secret });
		const first = await sealed((await callbacks?.jwt?.({ token: {}, user, account: null })) ?? {});
		const opened = (token: string) => jwt?.decode?.({ token, secret });
		service.advance(SESSION_MAX_AGE_SECONDS * 1000 - 60_000);
		const token = (await opened(first)) ?? {};
		const second = await sealed((await callbacks?.jwt?.({ token, user: undefined as never, account: null })) ?? {});
		service.advance(60_000);
		expect([await findSessionUser(service, first), await findSessionUser(service, second)]).toEqual([
			null,
			expect.objectContaining({ id: world.designer.userId }),
		]);
		await expect(opened(first)).rejects.toThrow("the session has ended");
		service.advance(SESSION_MAX_AGE_SECONDS * 1000);
		expect(await findSessionUser(service, second)).toBeNull();
		// Without the time of its use.
		expect(await findSessionUser(service, await sealed({ ...token, used: undefined }))).toBeNull();
	});

	test("the cookie that sign-in sets is sealed for 12 hours", async () => {
		const { secret } = service;
		const { email } = world.designer;
		const csrf = await nextAuth(service, ["csrf"]);
		const { csrfToken } = csrf.body as { csrfToken: string };
		const cookies = Object.fromEntries(csrf.cookies.map((line) => readCookie(line)));
		const body = { csrfToken, email, password: PASSWORD, json: "true" };
		const answer = await nextAuth(service, ["callback", "credentials"], { cookies, body });
		const [, token = ""] = answer.cookies.map(readCookie).find(([name]) => name === "targeting.session") ?? [];
		const { iat, exp } = (await decode({ token, secret })) as { iat: number; exp: number };
		expect(exp - iat).toBe(12 * 3600);
	});

	test("over HTTPS the cookies are of this host alone; below a path they are named apart and go nowhere else, and the pages are there", async () => {
		const settings = { ...service.settings, BASE_PATH: "/targeting-ui" };
		const { cookies, pages } = signInOptions({ ...service, settings }, true, TEST_VISITOR);
		const written = (options: typeof cookies) =>
			Object.values(options ?? {}).map(({ name, options: { path } }) => [name, path]);
		expect(written(cookies)).toEqual([
			["__Secure-targeting.session.targeting-ui", "/targeting-ui"],
			["__Secure-next-auth.csrf-token.targeting-ui", "/targeting-ui"],
			["__Secure-next-auth.callback-url.targeting-ui", "/targeting-ui"],
			["__Secure-next-auth.pkce.code_verifier.targeting-ui", "/targeting-ui"],
			["__Secure-next-auth.nonce.targeting-ui", "/targeting-ui"],
		]);
		expect(pages).toEqual({ signIn: "/targeting-ui/signin", error: "/targeting-ui/signin" });
		const alone = signInOptions(service, true, TEST_VISITOR);
		expect(written(alone.cookies)).toEqual([
			["__Host-targeting.session", "/"],
			["__Host-next-auth.csrf-token", "/"],
			["__Host-next-auth.callback-url", "/"],
			["__Host-next-auth.pkce.code_verifier", "/"],
			["__Host-next-auth.nonce", "/"],
		]);
		for (const { options } of Object.values({ ...cookies, ...alone.cookies })) {
			expect(options).toMatchObject({ httpOnly: true, sameSite: "lax", secure: true });
			expect(options).not.toHaveProperty("domain");
		}
		const plain = written(signInOptions(service, false, TEST_VISITOR).cookies);
		expect(plain.map(([name]) => name)).toEqual([
			"targeting.session",
			"next-auth.csrf-token",
			"next-auth.callback-url",
			"next-auth.pkce.code_verifier",
			"next-auth.nonce",
		]);
		expect(alone.pages).toEqual({ signIn: "/signin", error: "/signin" });
	});

	test("signing in never redirects to another site", () => {
		const baseUrl = "https://targeting.example";
		const redirect = (url: string) =>
			signInOptions(service, true, TEST_VISITOR).callbacks?.redirect?.({ url, baseUrl });
		expect(redirect("/designs?q=a")).toBe(`${baseUrl}/designs?q=a`);
		expect(redirect(`${baseUrl}/designs`)).toBe(`${baseUrl}/designs`);
		for (const url of [
			"https://targeting.example.evil.example/",
			"https://targeting.example:evil",
			"https://targeting.example@evil.example/",
			"https://evil.example",
			"//evil.example",
			"/\\evil.example",
			"/\t/evil.example",
			"javascript:alert(1)",
			"https://",
		]) {
			expect(redirect(url)).toBe(baseUrl);
		}
	});

	test("an internal error is logged and not shown on the page", async () => {
		const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
		vi.spyOn(service, "now").mockImplementationOnce(() => {
			throw new Error("connection to 10.0.0.7 lost");
		});
		await expect(authorize({ email: world.designer.email, password: PASSWORD })).rejects.toThrow(/^unavailable$/);
		expect(errors).toHaveBeenCalledOnce();
		vi.spyOn(service, "now").mockImplementationOnce(() => {
			throw new UnavailableError("the service is busy");
		});
		await expect(authorize({ email: world.designer.email, password: PASSWORD })).rejects.toThrow(/^unavailable$/);
		vi.restoreAllMocks();
	});

	test("an unavailable database is logged without a stack trace", async () => {
		const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
		vi.spyOn(service, "now").mockImplementationOnce(() => {
			throw Object.assign(new Error("connect ECONNREFUSED 192.0.2.1:5432"), { code: "ECONNREFUSED" });
		});
		await expect(authorize({ email: world.designer.email, password: PASSWORD })).rejects.toThrow(/^unavailable$/);
		expect(errors.mock.calls).toEqual([[{ cause: "connect ECONNREFUSED 192.0.2.1:5432" }, "signing in failed"]]);
		vi.restoreAllMocks();
	});
});

interface Posted {
	cookies: Record<string, string>;
	body: Record<string, string>;
}

/** Runs next-auth's own handler, over plain HTTP. */
async function nextAuth(service: TestService, action: string[], posted?: Posted) {
	const cookies: string[] = [];
	let body: unknown;
	const answer = (value: unknown) => {
		body = value;
	};
	const response = {
		getHeader: () => cookies,
		setHeader: (name: string, value: string[]) => {
			if (name === "Set-Cookie") cookies.splice(0, cookies.length, ...value);
		},
		status: () => response,
		json: answer,
		send: answer,
		end: () => undefined,
	};
	const method = posted === undefined ? "GET" : "POST";
	const request = { method, query: { nextauth: action }, headers: { host: "localhost" }, cookies: {}, ...posted };
	await NextAuth(request as never, response as never, signInOptions(service, false, TEST_VISITOR));
	return { cookies, body };
}

function readCookie(line: string): [string, string] {
	const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
	return [name, decodeURIComponent(value)];
}
