import { NextRequest } from "next/server";
import { afterEach, expect, test } from "vitest";
import type { SessionUserRecord } from "@/lib/domain/accounts/session";
import { parseEnvironment } from "@/lib/platform/env";
import { type Service, setService } from "@/lib/platform/service";
import { familyOfFirstSegment, needsNext } from "./api-family";
import { documentationOf } from "./documentation";
import { expectationOf } from "./expectation";
import { parseForm, printable } from "./form-parameters";
import { allowHeader, methodNotAllowed } from "./method-not-allowed";
import { isGuid, pathIds } from "./path-ids";
import { plainHttpError } from "./plain-http-error";
import { findRelyingParty, relyingParty } from "./relying-party";
import { callerOf, noteCaller } from "./request-attributes";
import { shownUser } from "./session-user";
import { signInRoute } from "./sign-in-route";
import { signInWays } from "./sign-in-ways";

const GUID = "5D1B1A8E-7C52-4B0E-9A50-0C8F4F1B3A11";
const withSettings = (settings: Record<string, string>) =>
	({ settings: parseEnvironment(settings) }) as unknown as Service;

afterEach(() => setService(undefined));

test("only the API's own first segments have a family, and only sign-in needs Next", () => {
	expect(["token", "targeting", "api", "metrics", "designs", "toString"].map(familyOfFirstSegment)).toEqual([
		"token",
		"management",
		"management",
		"management",
		undefined,
		undefined,
	]);
	expect(needsNext(["api", "auth", "session"])).toBe(true);
	for (const other of [
		["api", "auth"],
		["api", "keys", "x"],
		["targeting", "auth", "x"],
	]) {
		expect(needsNext(other)).toBe(false);
	}
});

test("a path's identifiers are GUIDs and slugs of these very forms", async () => {
	const read = (params: Record<string, string | string[]>, ...names: string[]) =>
		pathIds({ params: Promise.resolve(params) }, names);
	expect(await read({ design_id: GUID, target_slug: "north-eu" }, "design_id", "target_slug")).toEqual({
		design_id: GUID.toLowerCase(),
		target_slug: "north-eu",
	});
	await expect(read({ design_id: "north-eu" }, "design_id")).rejects.toThrow("design not found");
	await expect(read({ design_id: [GUID] }, "design_id")).rejects.toThrow("design not found");
	await expect(read({ target_slug: "North" }, "target_slug")).rejects.toThrow("target not found");
	expect([isGuid(GUID), isGuid([GUID]), isGuid("north")]).toEqual([true, false, false]);
	// A route without identifiers does not wait for them.
	expect(await pathIds({ params: new Promise(() => undefined) }, [])).toEqual({});
});

test("a form is read strictly, and names in messages are short and printable", () => {
	expect(parseForm("", "body")).toEqual([]);
	expect(parseForm("&a=1+2&flag&b=%C3%A9=", "body")).toEqual([
		["a", "1 2"],
		["flag", ""],
		["b", "é="],
	]);
	expect(() => parseForm("a=%ff", "body")).toThrow("parameter 'a' is not valid percent-encoded UTF-8");
	expect(() => parseForm("%ff=a", "body")).toThrow("a parameter's name in the body is not valid");
	expect(() => parseForm("a=%00", "body")).toThrow("parameter 'a' must not contain NUL");
	expect(() => parseForm("a=\ud800", "body")).toThrow("parameter 'a' is not valid UTF-8");
	expect(parseForm("a&".repeat(1_000), "body")).toHaveLength(1_000);
	expect(() => parseForm("a&".repeat(1_001), "body")).toThrow("the body has more than 1000 parameters");
	expect(printable(`a\u0007${"b".repeat(98)}`)).toBe(`a�${"b".repeat(98)}`);
	expect(printable("b".repeat(101))).toBe(`${"b".repeat(100)}…`);
});

test("preconditions are read where the operation checks them", () => {
	const digest = `sha256:${"ab".repeat(32)}`;
	const read = (headers: Record<string, string>, ...checked: ("revision" | "digest")[]) =>
		expectationOf(new Request("http://localhost/", { headers }), checked);
	expect(read({ "if-match": ' W/"3" ', "x-build-digest": digest.toUpperCase() }, "revision", "digest")).toEqual({
		revision: 3,
		digest: digest,
	});
	expect(read({ "if-match": "*" }, "revision", "digest")).toEqual({});
	expect(read({ "if-match": "other", "x-build-digest": "other" })).toEqual({});
	expect(() => read({ "if-match": "other" }, "revision")).toThrow("the header If-Match must be a revision");
	expect(() => read({ "x-build-digest": "other" }, "digest")).toThrow("the header X-Build-Digest must be a digest");
});

test("secrets come over HTTPS, unless the operator allows plain HTTP", async () => {
	const refused = (secure: boolean, ALLOW_PLAIN_HTTP: boolean) =>
		plainHttpError({ secure }, { ALLOW_PLAIN_HTTP })?.message;
	expect([refused(true, false), refused(false, true), refused(true, true), refused(false, false)]).toEqual([
		undefined,
		undefined,
		undefined,
		"HTTPS required",
	]);
	setService(withSettings({}));
	const signIn = (secure: string) =>
		signInRoute(new NextRequest("http://localhost/api/auth/session", { headers: { "x-ts-secure": secure } }), {
			params: Promise.resolve({ nextauth: ["session"] }),
		});
	expect((await signIn("0")).status).toBe(403);
	// Sign-in itself runs in Next alone.
	await expect(signIn("1")).rejects.toThrow();
});

test("sign-in is offered as the settings open it", () => {
	const sso = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "y", OIDC_LABEL: "Acme" };
	const mail = {
		SMTP_URL: "smtp://mail.example",
		MAIL_FROM: "service@example.org",
		PUBLIC_URL: "https://service.example",
	};
	const ways = (settings: Record<string, string>) => {
		setService(withSettings(settings));
		return signInWays();
	};
	expect(ways({})).toEqual({ singleSignOn: null, passwords: true, mailsLinks: false });
	expect(ways({ ...sso, ...mail })).toEqual({ singleSignOn: "Acme", passwords: true, mailsLinks: true });
	expect(ways({ ...sso, ...mail, OIDC_ONLY: "true" })).toEqual({
		singleSignOn: "Acme",
		passwords: false,
		mailsLinks: false,
	});
});

test("passkeys are of a host name, never of an address", () => {
	const party = (origin: string) => findRelyingParty(withSettings({}), { origin });
	expect(party("https://service.example:8443")).toEqual({
		id: "service.example",
		origin: "https://service.example:8443",
	});
	for (const origin of ["https://192.0.2.7", "https://[2001:db8::1]", ""]) {
		expect(party(origin)).toBeNull();
		expect(() => relyingParty(withSettings({}), { origin })).toThrow("passkeys need a host name");
	}
	expect(relyingParty(withSettings({}), { origin: "https://service.example" }).id).toBe("service.example");
});

test("pages show a user by name, or else by e-mail", () => {
	const organization = { id: "o", slug: "acme", name: "Acme", second_factor_required: false };
	const record = { id: "u", email: "ada@example.org", role: "designer", organization } as unknown as SessionUserRecord;
	const shown = (more: Partial<SessionUserRecord>) => shownUser({ ...record, first_name: "", last_name: "", ...more });
	expect(shownUser(null)).toBeNull();
	expect(shown({ guide: "open" })).toEqual({
		id: "u",
		email: "ada@example.org",
		name: "ada@example.org",
		role: "designer",
		mustAddFactor: false,
		guide: "open",
		organization: { id: "o", slug: "acme", name: "Acme" },
	});
	expect(shown({ first_name: "Ada", guide: "gone" })).toMatchObject({ name: "Ada", guide: "gone" });
	expect(shown({ guide: "other" })?.guide).toBeNull();
});

test("methods, documentation and callers are found where they were given", async () => {
	expect(allowHeader(["GET", "dynamic"])).toBe("GET, HEAD, OPTIONS");
	expect(allowHeader(["POST"])).toBe("POST, OPTIONS");
	const refused = (path: string) => methodNotAllowed(new Request(`http://localhost${path}`), ["POST"]).json();
	expect(await refused("/token/user")).toEqual({ version: 4, status: "error", message: "method not allowed" });
	expect(await refused("/api/x")).toMatchObject({ error_type: "MethodNotAllowed" });
	expect([documentationOf(undefined), documentationOf(() => undefined)]).toEqual([undefined, undefined]);
	const request = new Request("http://localhost/");
	noteCaller(request, "ada");
	expect([callerOf(request), callerOf(new Request("http://localhost/"))]).toEqual(["ada", undefined]);
});
