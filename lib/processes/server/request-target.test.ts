import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUnusable, parseRequestTarget, withoutBasePath } from "@/lib/processes/server/request-target";

const usable = (raw: string) => {
	const target = parseRequestTarget(raw);
	if (isUnusable(target)) throw new Error(`${raw}: ${target.problem}`);
	return target;
};

describe("parseRequestTarget", () => {
	test.each([
		["/", "/", "", undefined],
		["/designs?page=2", "/designs", "?page=2", undefined],
		["/targeting/designs", "/targeting/designs", "", "management"],
		["/targeting/designs/", "/targeting/designs/", "", "management"],
		["/token/user?KEY=a%2Fb", "/token/user", "?KEY=a%2Fb", "token"],
		["/token?x=/../..", "/token", "?x=/../..", "token"],
		["/metrics", "/metrics", "", "management"],
		["/openapi.json", "/openapi.json", "", "management"],
		["/openapi.yaml", "/openapi.yaml", "", "management"],
		["/metrics2", "/metrics2", "", undefined],
		["/API/designs", "/API/designs", "", undefined],
		["/%61pi/health", "/api/health", "", "management"],
		["/%74%6f%6B%65%6e/user", "/token/user", "", "token"],
		["http://elsewhere.example/api/health?x=1", "/api/health", "?x=1", "management"],
		["HTTPS://elsewhere.example:8443/token/user", "/token/user", "", "token"],
		["http://elsewhere.example", "/", "", undefined],
		["http://elsewhere.example?x=1", "/", "?x=1", undefined],
		["/api/designs/a%20b", "/api/designs/a%20b", "", "management"],
		["/api/designs/a%2fb", "/api/designs/a%2Fb", "", "management"],
		["/api/designs/a%5Cb", "/api/designs/a%5Cb", "", "management"],
		["/api/designs/caf\u00c3\u00a9", "/api/designs/caf%C3%A9", "", "management"],
		["/api/designs?q=caf\u00c3\u00a9", "/api/designs", "?q=caf%C3%A9", "management"],
		["/_next/static/chunks/app/%5Bid%5D.js", "/_next/static/chunks/app/%5Bid%5D.js", "", undefined],
		["/api/x...", "/api/x...", "", "management"],
		["/constructor", "/constructor", "", undefined],
	])("%s is %s", (raw, path, query, family) => {
		expect(usable(raw)).toMatchObject({ path, query, family });
	});

	test("segments are decoded, a trailing slash is none", () => {
		expect(usable("/api/designs/a%2Fb%20c/").segments).toEqual(["api", "designs", "a/b c"]);
		expect(usable("/").segments).toEqual([]);
	});

	test.each([
		["/%zz", 400, undefined],
		["/api/%zz", 400, "management"],
		["/token/%", 400, "token"],
		["/targeting/designs/%ff", 400, "management"],
		["/targeting/designs/\u00ff", 400, "management"],
		["/api/%c0%af", 400, "management"],
		["/api/%ed%a0%80", 400, "management"],
		["/api/%00", 400, "management"],
		["/api/a%0d%0ab", 400, "management"],
		["/%00", 400, undefined],
		["/api\\designs", 400, "management"],
		["\\api", 400, "management"],
		["/api/designs#x", 400, "management"],
		["/api?x=1#y", 400, "management"],
		["*", 400, undefined],
		["api/designs", 400, "management"],
		["ftp://elsewhere.example/api", 400, undefined],
		["//", 404, undefined],
		["//api/designs", 404, "management"],
		["///token", 404, "token"],
		["/api//designs", 404, "management"],
		["/api/designs//", 404, "management"],
		["/api/./designs", 404, "management"],
		["/api/../targeting/designs", 404, "management"],
		["/x/../token/user", 404, "token"],
		["/x/%2e%2e/token/user", 404, "token"],
		["/x/%2E./api", 404, "management"],
		["/api/..", 404, undefined],
		["/api%2Fdesigns", 404, "management"],
		["/token%2fuser", 404, "token"],
		["/%2Fapi/designs", 404, "management"],
		["http://elsewhere.example//api", 404, "management"],
	])("%s is refused with %i", (raw, status, family) => {
		expect(parseRequestTarget(raw)).toMatchObject({ status, family });
	});

	test("whatever comes in, the outcome is one form that stays as it is", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary-ascii" }), fc.constantFrom("/", "/api/", "/token/"), (text, prefix) => {
				const target = parseRequestTarget(prefix + text);
				if (isUnusable(target)) return;
				const again = usable(target.path + target.query);
				expect(again).toEqual(target);
				expect(new URL(`http://host${target.path}`).pathname).toBe(target.path);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe("withoutBasePath", () => {
	test.each([
		["/ui", ""],
		["/ui/", "/"],
		["/ui?a=b", "?a=b"],
		["/ui/api/health?a=/ui", "/api/health?a=/ui"],
		["/ui/ui/designs", "/ui/designs"],
		["/ui//api", "//api"],
		["http://host.example/ui/designs", "/designs"],
		["/", undefined],
		["/api/health", undefined],
		["/uix/designs", undefined],
		["/x/ui/designs", undefined],
		["/%75i/designs", undefined],
	])("%s is %s below /ui", (raw, within) => {
		expect(withoutBasePath(raw, "/ui")).toBe(within);
	});

	test("leaves targets as they are where there is no base path", () => {
		fc.assert(
			fc.property(fc.string(), (raw) => {
				expect(withoutBasePath(raw, "")).toBe(raw);
			}),
		);
	});
});
