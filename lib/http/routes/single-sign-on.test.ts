import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import NextAuth from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { editPerson } from "@/lib/domain/accounts/people/edit-person";
import { getPerson } from "@/lib/domain/accounts/people/people";
import { findSessionUser } from "@/lib/domain/accounts/session";
import { createSignInLink } from "@/lib/domain/accounts/sign-in/create-sign-in-link";
import { redeemSignInLink } from "@/lib/domain/accounts/sign-in/redeem-sign-in-link";
import { verifySignIn } from "@/lib/domain/accounts/sign-in/verify-sign-in";
import { parseEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics/metrics";
import type { Service, Transaction } from "@/lib/platform/service";
import type { Claims } from "@/lib/platform/single-sign-on/claims";
import type { Provider } from "@/lib/platform/single-sign-on/provider";
import { type ProviderOptions, startOpenIdProvider, type TestProvider } from "@/lib/tools/testing/openid-provider";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { startSilentServer } from "@/lib/tools/testing/silent-server";
import { createWorld, type World } from "@/lib/tools/testing/world";
import type { signInOptions } from "./sign-in-options";
import { singleSignOnProvider } from "./single-sign-on";
import { markOf } from "./single-sign-on-attempts";
import { singleSignOnRoute } from "./single-sign-on-route";

const SERVICE = "http://localhost:3000";
const REDIRECT_URI = `${SERVICE}/api/auth/callback/oidc`;
const ORIGIN = { address: "192.0.2.7", requestId: "test" };

let service: TestService;
let world: World;
let provider: TestProvider;
const accounts = () => [
	{ sub: "ada", email: world.designer.email.toUpperCase(), email_verified: true },
	{ sub: "ada-2", email: world.designer.email, email_verified: true },
	{ sub: "unverified", email: world.designer.email, email_verified: false },
	{ sub: "nobody", email: "nobody@elsewhere.example", email_verified: true },
	{ sub: "strong", email: world.administrator.email, email_verified: true, amr: ["pwd", "mfa"] },
];

beforeAll(async () => {
	service = await createTestService();
	world = await createWorld(service);
	provider = await start();
});
afterAll(async () => {
	await provider.stop();
	await service.drop();
});
beforeEach(() => {
	vi.spyOn(log, "warn").mockReturnValue(undefined);
	vi.spyOn(log, "info").mockReturnValue(undefined);
});
afterEach(async () => {
	vi.restoreAllMocks();
	await service.prisma.user.updateMany({ data: { oidc_issuer: null, oidc_subject: null, disabled_at: null } });
	await service.prisma.signInLink.deleteMany();
});

const start = (options: Partial<ProviderOptions> = {}) =>
	startOpenIdProvider({ accounts: accounts(), redirectUris: [REDIRECT_URI], ...options });
/** The service with a provider; each has its own memory of it. */
const using = (settings: Record<string, string>): TestService => ({
	...service,
	settings: parseEnvironment({ ALLOW_PLAIN_HTTP: "true", ...settings }),
});
const warnings = () => vi.mocked(log.warn).mock.calls.map(([fields]) => fields as object);

describe("signing in by the provider", () => {
	test("binds the subject to the person of a verified e-mail, and later goes by the subject", async () => {
		const people = await service.prisma.user.count();
		const browser = new Browser(using(provider.settings));
		const { location } = await browser.signIn("ada", "/designs?q=a");
		expect(location).toBe(`${SERVICE}/designs?q=a`);
		expect((await browser.user())?.id).toBe(world.designer.userId);
		const { issuer } = provider;
		expect(await getPerson(service, world.operator, world.designer.userId)).toMatchObject({ single_sign_on: issuer });
		const events = await service.prisma.auditEvent.findMany({ where: { action: "bind_identity" } });
		expect(events).toMatchObject([
			{ object_id: world.designer.userId, credential: "single_sign_on", detail: { issuer, subject: "ada" } },
		]);
		// The e-mail has another subject now, and the subject has another e-mail.
		const id = world.designer.userId;
		expect(await new Browser(browser.service).problem("ada-2")).toBe("other_identity");
		await service.prisma.user.update({ where: { id }, data: { email: "new@x.example", email_key: "new@x.example" } });
		await browser.signIn("ada");
		expect((await browser.user())?.id).toBe(id);
		const { email } = world.designer;
		await service.prisma.user.update({ where: { id }, data: { email, email_key: email.toLowerCase() } });
		expect(await service.prisma.user.count()).toBe(people);
	});

	test("after unbinding, another subject of the e-mail is bound, and the old session has ended", async () => {
		const browser = new Browser(using(provider.settings));
		await browser.signIn("ada");
		const { userId } = world.designer;
		const unbound = await editPerson(service, world.operator, userId, { single_sign_on: null });
		expect(unbound).toMatchObject({ single_sign_on: null, status: "active" });
		expect(await browser.user()).toBeNull();
		await browser.signIn("ada-2");
		expect((await browser.user())?.id).toBe(userId);
		const other = new Browser(browser.service);
		expect(await other.problem("ada")).toBe("other_identity");
	});

	test("is for people on the roster alone: those who were invited, and not whom a customer's key created", async () => {
		const { organizationId } = world.designer;
		const { id } = await service.prisma.user.create({
			data: {
				organization_id: organizationId,
				email: "nobody@elsewhere.example",
				email_key: "nobody@elsewhere.example",
			},
		});
		const browser = new Browser(using(provider.settings));
		expect(await browser.problem("nobody")).toBe("unknown");
		expect(await browser.user()).toBeNull();
		const { secret } = await createSignInLink(service, world.operator, id);
		await browser.signIn("nobody");
		expect((await browser.user())?.id).toBe(id);
		// The invitation was used.
		const link = { secret, password: "a few words in a row" };
		await expect(redeemSignInLink(service, ORIGIN, link)).rejects.toThrow("this link is not valid");
		const elsewhere = { organization_id: world.operator.organizationId, email: "Nobody@elsewhere.example" };
		await expect(
			service.prisma.user.create({ data: { ...elsewhere, email_key: "nobody@elsewhere.example", password_hash: "x" } }),
		).rejects.toThrow("Unique constraint");
		await service.prisma.user.delete({ where: { id } });
	});

	test("two invitations of one e-mail are not decided between", async () => {
		const ids: string[] = [];
		for (const { organizationId } of [world.designer, world.operator]) {
			const email = "nobody@elsewhere.example";
			const { id } = await service.prisma.user.create({
				data: { organization_id: organizationId, email, email_key: email },
			});
			await createSignInLink(service, world.operator, id);
			ids.push(id);
		}
		expect(await new Browser(using(provider.settings)).problem("nobody")).toBe("several");
		await service.prisma.user.deleteMany({ where: { id: { in: ids } } });
	});

	test("an e-mail that the provider has not verified is not believed", async () => {
		expect(await new Browser(using(provider.settings)).problem("unverified")).toBe("unverified");
	});

	test("a disabled person stays out, bound or not", async () => {
		const browser = new Browser(using(provider.settings));
		const disable = () =>
			service.prisma.user.update({ where: { id: world.designer.userId }, data: { disabled_at: service.now() } });
		await disable();
		expect(await browser.problem("ada")).toBe("disabled");
		await service.prisma.user.update({ where: { id: world.designer.userId }, data: { disabled_at: null } });
		await browser.signIn("ada");
		await disable();
		expect(await browser.user()).toBeNull();
		expect(await new Browser(browser.service).problem("ada")).toBe("disabled");
	});

	test("a sign-in that was canceled at the provider, or begun elsewhere, says so", async () => {
		const browser = new Browser(using(provider.settings));
		expect(await browser.problem(null)).toBe("canceled");
		const stranger = new Browser(browser.service);
		const callback = await browser.atProvider("ada");
		expect((await stranger.finish(callback)).location).toBe("/signin?error=unfinished");
		const { location } = await browser.finish(callback);
		expect(location).toBe(`${SERVICE}/`);
		const lost = new URL((await new Browser(browser.service).signIn(null, "/designs?q=a")).location ?? "", SERVICE);
		expect(lost.searchParams.get("callbackUrl")).toBe("/designs?q=a");
		// The code was used, and so were the cookies.
		expect((await browser.finish(callback)).location).toBe("/signin?error=unfinished");
		const state = new URL(await browser.atProvider("ada"));
		state.searchParams.set("state", "another");
		expect((await browser.finish(state.href)).location).toBe("/signin?error=unfinished");
		expect((await browser.open("/api/auth/signin/oidc")).location).toBe(`${SERVICE}/signin`);
		expect((await browser.finish(`${REDIRECT_URI}?error=%3Cb%3E`)).location).toBe("/signin?error=refused");
	});

	test("PKCE, state and nonce are sent, and the callback's address is the public one", async () => {
		const PUBLIC_URL = "https://targeting.example.com/ui";
		const browser = new Browser(using({ ...provider.settings, PUBLIC_URL, BASE_PATH: "/ui" }));
		const { searchParams } = new URL(await browser.start("/"));
		expect(Object.fromEntries(searchParams)).toMatchObject({
			redirect_uri: `${PUBLIC_URL}/api/auth/callback/oidc`,
			code_challenge_method: "S256",
			scope: "openid email",
			state: expect.stringMatching(/.{20}/),
			nonce: expect.stringMatching(/.{20}/),
			code_challenge: expect.stringMatching(/.{40}/),
		});
		const mark = markOf(searchParams.get("state") ?? "");
		for (const name of ["callback-url", "pkce.code_verifier", "nonce"]) {
			expect(browser.flags.get(`next-auth.${name}.${mark}.ui`)).toMatch(/Path=\/ui;.*HttpOnly; SameSite=Lax/);
		}
	});

	test("two tabs that begin it both finish, each at its own page, and leave nothing behind", async () => {
		for (const order of [
			[0, 1],
			[1, 0],
		]) {
			const browser = new Browser(using(provider.settings));
			const pages = ["/designs?q=a", "/builds?q=b"];
			const callbacks: string[] = [];
			for (const page of pages) callbacks.push(await browser.atProvider("ada", page));
			for (const tab of order) {
				expect((await browser.finish(callbacks[tab] ?? "")).location).toBe(`${SERVICE}${pages[tab]}`);
			}
			expect((await browser.user())?.id).toBe(world.designer.userId);
			expect(browser.attempts()).toBe(0);
		}
	});

	test("of one browser four attempts are open, the newest ones; one that fails ends, and one of another site begins none", async () => {
		const browser = new Browser(using(provider.settings));
		const callbacks: string[] = [];
		for (let tab = 0; tab < 6; tab += 1) callbacks.push(await browser.atProvider("ada", `/designs?q=${tab}`));
		expect(browser.attempts()).toBe(4);
		expect((await browser.finish(callbacks[1] ?? "")).location).toBe("/signin?error=unfinished");
		const canceled = new URL(callbacks[2] ?? "");
		canceled.searchParams.delete("code");
		canceled.searchParams.set("error", "access_denied");
		expect((await browser.finish(canceled.href)).location).toBe(
			"/signin?error=canceled&callbackUrl=%2Fdesigns%3Fq%3D2",
		);
		expect(browser.attempts()).toBe(3);
		const body = new URLSearchParams({ callbackUrl: "/designs", csrfToken: "of another site" });
		const forged = new Request(`${SERVICE}/api/auth/signin/oidc`, { method: "POST", body });
		await browser.send(["signin", "oidc"], forged);
		expect(browser.attempts()).toBe(3);
		for (const tab of [3, 5, 4]) {
			expect((await browser.finish(callbacks[tab] ?? "")).location).toBe(`${SERVICE}/designs?q=${tab}`);
		}
	});
});

test("a session that cannot be opened is said so, and logged", async () => {
	const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
	const broken = using(provider.settings);
	const withoutSessions = (tx: Transaction) =>
		new Proxy(tx, {
			get: (client, name) => {
				if (name !== "session") return Reflect.get(client, name);
				throw new Error("the table is locked");
			},
		});
	const transaction: Service["prisma"]["$transaction"] = (work, options) =>
		broken.prisma.$transaction((tx) => work(withoutSessions(tx)), options);
	const prisma = new Proxy(broken.prisma, {
		get: (client, name) => (name === "$transaction" ? transaction : Reflect.get(client, name)),
	});
	expect(await new Browser({ ...broken, prisma }).problem("ada")).toBe("unavailable");
	expect(errors).toHaveBeenCalledOnce();
});

/** A provider whose answers have no end, but for its metadata where these are asked for. */
async function startEndless(metadata?: string): Promise<{ issuer: string; paths: string[]; stop(): void }> {
	const paths: string[] = [];
	const server = createServer(({ url = "" }, response) => {
		paths.push(url);
		if (url === metadata) {
			const [authorization_endpoint, token_endpoint, jwks_uri] = ["auth", "token", "keys"].map(
				(name) => `${issuer}/${name}`,
			);
			return response.end(JSON.stringify({ issuer, authorization_endpoint, token_endpoint, jwks_uri }));
		}
		const more = () => {
			while (!response.destroyed && response.write(" ".repeat(65_536)));
		};
		response.on("drain", more);
		return more();
	}).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.on("listening", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const stop = () => {
		server.closeAllConnections();
		server.close();
	};
	return { issuer, paths, stop };
}

describe("what is wrong between service and provider", () => {
	test("a clock that is off by two hours, either way", async () => {
		for (const hours of [2, -2]) {
			const other = await start({ clockOffsetMs: hours * 3_600_000 });
			expect(await new Browser(using(other.settings)).problem("ada")).toBe("clocks");
			expect(warnings()).toContainEqual(expect.objectContaining({ problem: "clocks" }));
			await other.stop();
		}
		const near = await start({ clockOffsetMs: 40_000 });
		const browser = new Browser(using(near.settings));
		await browser.signIn("ada");
		expect(await browser.user()).not.toBeNull();
		await near.stop();
	});

	test("a provider that is away, and back", async () => {
		const first = await start();
		const port = Number(new URL(first.issuer).port);
		await first.stop();
		const away = using(first.settings);
		const refused = async () => {
			const { values } = await metrics().own.refusedSignIns.get();
			return values.find(({ labels }) => labels.why === "single sign-on")?.value ?? 0;
		};
		const before = await refused();
		expect(await new Browser(away).start("/")).toBe("/signin?error=unreachable");
		const back = await start({ port });
		vi.spyOn(performance, "now").mockImplementation(() => Date.now() - performance.timeOrigin + 3_000);
		const browser = new Browser(away);
		const callback = await browser.atProvider("ada");
		await back.stop();
		// Its metadata are known now; the code cannot be exchanged.
		expect((await browser.finish(callback)).location).toBe("/signin?error=unreachable");
		expect(await refused()).toBe(before + 2);
	});

	test("an issuer of another name, a wrong secret, no provider, too much of an answer", async () => {
		const issuer = provider.issuer.replace("127.0.0.1", "localhost");
		expect(await new Browser(using({ ...provider.settings, OIDC_ISSUER: issuer })).start("/")).toBe(
			"/signin?error=misconfigured",
		);
		expect(warnings()).toContainEqual({
			problem: "misconfigured",
			cause: `SingleSignOnError: OIDC_ISSUER is ${issuer}, and its document names the issuer ${provider.issuer}`,
		});
		const wrong = using({ ...provider.settings, OIDC_CLIENT_SECRET: "another secret" });
		expect(await new Browser(wrong).problem("ada")).toBe("misconfigured");
		expect(JSON.stringify(warnings())).not.toMatch(/another secret|eyJ/);
		const endless = await startEndless();
		expect(await new Browser(using({ ...provider.settings, OIDC_ISSUER: endless.issuer })).start("/")).toBe(
			"/signin?error=misconfigured",
		);
		endless.stop();
	});

	test("answers without an end to the exchange of the code, which are cut off", async () => {
		const endless = await startEndless("/.well-known/openid-configuration");
		const browser = new Browser(using({ ...provider.settings, OIDC_ISSUER: endless.issuer }));
		const state = new URL(await browser.start("/")).searchParams.get("state");
		const { location } = await browser.finish(`${REDIRECT_URI}?code=any&state=${state}`);
		expect(location).toBe("/signin?error=misconfigured");
		expect(endless.paths).toContain("/token");
		expect(log.warn).toHaveBeenCalledWith(
			{ host: "127.0.0.1" },
			"the provider of single sign-on answers more than 262144 bytes",
		);
		endless.stop();
	});

	test("a provider that takes connections and never answers is given up", async () => {
		const silent = await startSilentServer();
		const OIDC_ISSUER = `http://${silent.at}`;
		expect(await new Browser(using({ ...provider.settings, OIDC_ISSUER })).start("/")).toBe(
			"/signin?error=unreachable",
		);
		silent.stop();
	});
});

test("signing out ends the session, and leads to the provider of who came from there", async () => {
	const browser = new Browser(using(provider.settings));
	expect(await browser.signOut()).toEqual({ url: expect.any(String) });
	await browser.signIn("ada");
	expect(browser.flags.get("targeting.identity")).toMatch(/^Path=\/api\/auth\/signout; .*HttpOnly; SameSite=Lax$/);
	const [{ opened_by: openedBy } = {}] = await service.prisma.session.findMany({
		where: { user_id: world.designer.userId },
	});
	expect(openedBy).toBe("oidc");
	const cookie = browser.cookies.get("targeting.session") ?? "";
	const { end_session } = await browser.signOut();
	expect(await findSessionUser(service, cookie)).toBeNull();
	const { searchParams, origin } = new URL(end_session ?? "");
	expect(origin).toBe(provider.issuer);
	expect(Object.fromEntries(searchParams)).toEqual({
		client_id: "targeting",
		post_logout_redirect_uri: `${SERVICE}/signin`,
		id_token_hint: expect.stringMatching(/^eyJ/),
	});
	expect(await browser.signOut()).toEqual({ url: expect.any(String) });
});

const OVER_HTTPS = "https://localhost:3000";
/** Asks the route itself, with an answer in the place of next-auth's. */
function ask(path: string, cookie: string, run: Parameters<typeof singleSignOnRoute>[4], more: Partial<Asked> = {}) {
	const { own = using(provider.settings), origin = OVER_HTTPS, method = "POST" } = more;
	const attributes = { requestId: "test", clientAddress: "192.0.2.7", secure: true, origin };
	const request = new Request(`${origin}/api/auth/${path}`, { method, headers: { cookie } });
	return singleSignOnRoute(own, request, attributes, path.replace(/\?.*/, "").split("/"), run);
}
interface Asked {
	readonly own: TestService;
	readonly origin: string;
	readonly method: string;
}

test("the hint of who signs out is a cookie of its own, over HTTPS alone where that is spoken, and never too long", async () => {
	const signIn = (idToken: string, origin: string) =>
		ask(
			"callback/oidc",
			"",
			async ({ providers }) => {
				const own = (providers as OAuthConfig<Claims>[]).find(({ id }) => id === "oidc");
				await own?.profile({ sub: "ada", email: world.designer.email, email_verified: true }, { id_token: idToken });
				return new Response(null, { status: 302, headers: { location: "/" } });
			},
			{ origin, method: "GET" },
		);
	const cookie = async (length: number, origin: string) =>
		(await signIn("x".repeat(length), origin)).headers.getSetCookie().filter((line) => line.includes("identity"));
	const flags = "Path=/api/auth/signout; Max-Age=2592000; HttpOnly; SameSite=Lax";
	expect(await cookie(3_501, OVER_HTTPS)).toEqual([`__Secure-targeting.identity=-; ${flags}; Secure`]);
	expect(await cookie(3_500, SERVICE)).toEqual([`targeting.identity=${"x".repeat(3_500)}; ${flags}`]);
});

test("only a sign-out that took place leads to the provider, which may not offer it", async () => {
	const answer = { url: `${OVER_HTTPS}/signin` };
	const signOut = async (value: string, body: unknown = answer, own = using(provider.settings)) => {
		const headers = { "content-length": "1000" };
		const run = async () => Response.json(body, { headers });
		return ask("signout", `__Secure-targeting.identity=${value}`, run, { own });
	};
	const whole = await signOut("hint");
	const { end_session = "" } = (await whole.json()) as { end_session?: string };
	expect(Object.fromEntries(new URL(end_session).searchParams)).toEqual({
		client_id: "targeting",
		post_logout_redirect_uri: `${OVER_HTTPS}/signin`,
		id_token_hint: "hint",
	});
	const flags = "Path=/api/auth/signout; Max-Age=0; HttpOnly; SameSite=Lax; Secure";
	const removed = [`__Secure-targeting.identity=; ${flags}`];
	expect([whole.headers.get("content-length"), whole.headers.getSetCookie()]).toEqual([null, removed]);
	const unhinted = (await (await signOut("-")).json()) as { end_session?: string };
	expect(new URL(unhinted.end_session ?? "").searchParams.has("id_token_hint")).toBe(false);

	for (const cookie of ["__Secure-targeting.identity=", "other=1"]) {
		expect(await (await ask("signout", cookie, async () => Response.json(answer))).json()).toEqual(answer);
	}
	for (const other of [{ url: `${OVER_HTTPS}/api/auth/signout?csrf=true` }, {}]) {
		const refused = await signOut("hint", other);
		expect([await refused.json(), refused.headers.getSetCookie()]).toEqual([other, []]);
	}
	const page = new Response("<form>", { headers: { "content-type": "text/html" } });
	expect(await ask("signout", "__Secure-targeting.identity=hint", async () => page, { method: "GET" })).toBe(page);
	const without = await startEndless("/.well-known/openid-configuration");
	for (const OIDC_ISSUER of [without.issuer, "http://127.0.0.1:9"]) {
		const ended = await signOut("hint", answer, using({ ...provider.settings, OIDC_ISSUER }));
		expect([await ended.json(), ended.headers.getSetCookie()]).toEqual([answer, removed]);
	}
	without.stop();
});

test("a problem leads back with the page that was wanted, and removes the cookies of the attempt", async () => {
	const away = { ...provider.settings, OIDC_ISSUER: "http://127.0.0.1:9" };
	const own = using({ ...away, PUBLIC_URL: `${OVER_HTTPS}/ui`, BASE_PATH: "/ui" });
	const wanted = async (page: string) => {
		const name = `__Secure-next-auth.callback-url.${markOf("any")}.ui`;
		const cookie = `${name}=${encodeURIComponent(`${OVER_HTTPS}${page}`)}`;
		const answer = await ask("callback/oidc?state=any", cookie, async () => new Response(), { own, method: "GET" });
		expect(answer.headers.getSetCookie()).toContain(`${name}=; Path=/ui; Max-Age=0; HttpOnly; SameSite=Lax; Secure`);
		return answer.headers.get("location");
	};
	expect(await wanted("/ui/designs")).toBe("/ui/signin?error=unreachable&callbackUrl=%2Fdesigns");
	expect(await wanted("/ui/")).toBe("/ui/signin?error=unreachable");
	expect(await wanted("/uix/designs?q=a")).toBe("/ui/signin?error=unreachable&callbackUrl=%2F%3Fq%3Da");
	const headers = { "Set-Cookie": "state=; Max-Age=0", location: "/api/auth/error" };
	const lost = await ask("callback/oidc", "", async () => new Response(null, { status: 302, headers }), {
		method: "GET",
	});
	expect([lost.headers.get("location"), lost.headers.getSetCookie()]).toEqual([
		"/signin?error=unfinished",
		expect.arrayContaining(["state=; Max-Age=0"]),
	]);
});

test("user info is asked for the e-mail alone that an ID token lacks, where the provider has it", async () => {
	const userinfo = vi.fn(async () => ({ sub: "ada", email: "ada@info.example" }));
	const claims = (told: object, endpoint?: string) => {
		const metadata = { issuer: provider.issuer, authorization_endpoint: "", userinfo_endpoint: endpoint };
		const client = { metadata: { client_id: "targeting" }, userinfo };
		const about = {
			redirectUri: REDIRECT_URI,
			state: "any",
			origin: ORIGIN,
			attempt: { problem: null, idToken: null },
		};
		const own = singleSignOnProvider(service, { metadata, client } as unknown as Provider, about);
		const { request } = own.userinfo as { request(context: unknown): Promise<Claims> };
		const payload = Buffer.from(JSON.stringify({ sub: "ada", ...told })).toString("base64url");
		return request({ tokens: { id_token: `e30.${payload}.` } });
	};
	expect(await claims({ email: "ada@token.example" }, "/userinfo")).toMatchObject({ email: "ada@token.example" });
	expect(await claims({})).toEqual({ sub: "ada" });
	expect(userinfo).not.toHaveBeenCalled();
	expect(await claims({}, "/userinfo")).toEqual({ sub: "ada", email: "ada@info.example" });
});

test("without passwords, an operator's redeemed link is the way back in, for ten minutes", async () => {
	const only = using({ ...provider.settings, OIDC_ONLY: "true" });
	const password = "a few words in a row";
	const passwordHash = await hashPassword(password);
	const { email, userId } = world.designer;
	await service.prisma.user.updateMany({
		where: { id: { in: [userId, world.operator.userId] } },
		data: { password_hash: passwordHash },
	});
	expect(await verifySignIn(service, { email, password })).not.toBeNull();
	expect(await verifySignIn(only, { email, password })).toBeNull();
	expect(await verifySignIn(only, { email: world.operator.email, password })).toBeNull();
	const invited = await createSignInLink(service, world.operator, userId);
	await expect(redeemSignInLink(only, ORIGIN, { secret: invited.secret, password })).rejects.toThrow(
		"passwords are switched off here",
	);
	const { secret } = await createSignInLink(service, world.operator, world.operator.userId);
	await redeemSignInLink(only, ORIGIN, { secret, password });
	expect(await verifySignIn(only, { email: world.operator.email, password })).not.toBeNull();
	service.advance(10 * 60_000);
	expect(await verifySignIn(only, { email: world.operator.email, password })).toBeNull();
});

test("a second factor at the provider is passed on", async () => {
	const seen = vi.fn();
	const browser = new Browser(using(provider.settings), seen);
	await browser.signIn("strong");
	await browser.signIn("ada");
	expect(seen.mock.calls.map(([user]) => user.secondFactor)).toEqual([true, false]);
});

/** A browser that is signed in at the provider by the name of an account; null cancels there. */
class Browser {
	readonly cookies = new Map<string, string>();
	readonly flags = new Map<string, string>();
	private readonly elsewhere = new Map<string, string>();

	constructor(
		readonly service: TestService,
		private readonly seen: (user: { secondFactor?: boolean }) => void = () => undefined,
	) {}

	/** Signs in, from the button to the page behind. */
	async signIn(account: string | null, callbackUrl = "/") {
		this.elsewhere.clear();
		return this.finish(await this.atProvider(account, callbackUrl));
	}

	/** The problem that a sign-in ends with. */
	async problem(account: string | null): Promise<string | null> {
		const { location } = await this.signIn(account);
		return new URL(location ?? "", SERVICE).searchParams.get("error");
	}

	/** Presses the button: where that leads. */
	async start(callbackUrl: string): Promise<string> {
		const answer = await this.post(["signin", "oidc"], { callbackUrl });
		return String(answer.url);
	}

	/** Signs in at the provider: the address with the code. */
	async atProvider(account: string | null, callbackUrl = "/"): Promise<string> {
		let address = await this.start(callbackUrl);
		while (!address.startsWith(SERVICE)) {
			const cookie = [...this.elsewhere].map((pair) => pair.join("=")).join("; ");
			const url = new URL(address);
			if (url.pathname.startsWith("/interaction/")) url.search = account === null ? "?cancel" : `?account=${account}`;
			const response = await fetch(url, { redirect: "manual", headers: { cookie } });
			keep(response, this.elsewhere);
			const next = response.headers.get("location");
			if (next === null) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`);
			address = new URL(next, url).href;
		}
		return address;
	}

	/** Comes back from the provider. */
	finish(address: string) {
		return this.open(address);
	}

	/** Follows a link to one of next-auth's addresses. */
	async open(address: string) {
		const url = new URL(address, SERVICE);
		const response = await this.send(url.pathname.split("/").slice(3), new Request(url));
		return { location: response.headers.get("location"), status: response.status };
	}

	/** How many sign-ins are begun. */
	attempts(): number {
		const names = [...this.cookies.keys()].map((name) => /^next-auth\.[a-z._-]+\.([\w-]{16})$/.exec(name)?.[1]);
		return new Set(names.filter((mark) => mark !== undefined)).size;
	}

	async signOut(): Promise<{ readonly url?: string; readonly end_session?: string }> {
		return this.post(["signout"], {});
	}

	/** Who is signed in. */
	async user() {
		return findSessionUser(this.service, this.cookies.get("targeting.session"));
	}

	private async post(action: string[], fields: Record<string, string>) {
		const csrf = await (await this.send(["csrf"], new Request(`${SERVICE}/api/auth/csrf`))).json();
		const body = new URLSearchParams({ ...fields, csrfToken: csrf.csrfToken, json: "true" });
		const request = new Request(`${SERVICE}/api/auth/${action.join("/")}`, { method: "POST", body });
		return (await this.send(action, request)).json();
	}

	async send(action: string[], request: Request): Promise<Response> {
		const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
		if (cookie !== "") request.headers.set("cookie", cookie);
		const attributes = { requestId: "test", clientAddress: "192.0.2.7", secure: true, origin: SERVICE };
		const response = await singleSignOnRoute(this.service, request, attributes, action, (options) =>
			this.nextAuth(action, request, options),
		);
		keep(response, this.cookies, this.flags);
		return response;
	}

	/** Runs next-auth's own handler, whose form for Next's routes needs Next around it. */
	private async nextAuth(action: string[], request: Request, options: ReturnType<typeof signInOptions>) {
		const { searchParams } = new URL(request.url);
		const query = { ...Object.fromEntries(searchParams), nextauth: action };
		const body = request.method === "POST" ? Object.fromEntries(new URLSearchParams(await request.text())) : {};
		const set: string[] = [];
		const headers = new Headers();
		let [status, answer]: [number, unknown] = [200, undefined];
		const response = {
			getHeader: () => set,
			setHeader: (name: string, value: string | string[]) => {
				if (Array.isArray(value)) set.splice(0, set.length, ...value);
				else headers.set(name, value);
				return response;
			},
			status: (code: number) => {
				status = code;
				return response;
			},
			json: (value: unknown) => {
				answer = value;
				headers.set("content-type", "application/json");
			},
			send: (value: unknown) => response.json(value),
			end: () => undefined,
		};
		const own = options.callbacks?.jwt;
		const callbacks: typeof options.callbacks = {
			...options.callbacks,
			jwt: (given) => {
				if (given.user !== undefined) this.seen(given.user as { secondFactor?: boolean });
				return own?.(given) ?? given.token;
			},
		};
		const asked = { method: request.method, query, body, headers: {}, cookies: Object.fromEntries(this.cookies) };
		await NextAuth(asked as never, response as never, { ...options, callbacks });
		for (const cookie of set) headers.append("Set-Cookie", cookie);
		return new Response(answer === undefined ? null : JSON.stringify(answer), { status, headers });
	}
}

function keep(response: Response, jar: Map<string, string>, flags?: Map<string, string>): void {
	for (const line of response.headers.getSetCookie()) {
		const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*);?\s?(.*)$/.exec(line) ?? [];
		flags?.set(name, rest);
		if (value === "") jar.delete(name);
		else jar.set(name, decodeURIComponent(value));
	}
}
