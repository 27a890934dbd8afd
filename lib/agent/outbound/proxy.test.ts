import { describe, expect, test } from "vitest";
import { findProxy, ProxySettingError } from "@/lib/agent/outbound/proxy";

const SECURE = "https://targeting.example.com";
const PLAIN = "http://targeting.example.com";

describe("findProxy", () => {
	test.each<[string, Record<string, string>, string | undefined, string | undefined]>([
		[SECURE, {}, undefined, undefined],
		[SECURE, { HTTPS_PROXY: "" }, undefined, undefined],
		[SECURE, { HTTP_PROXY: "http://proxy.test" }, undefined, undefined],
		[PLAIN, { HTTPS_PROXY: "http://proxy.test" }, undefined, undefined],
		[SECURE, { HTTPS_PROXY: "http://proxy.test:3128" }, "http://proxy.test:3128", "HTTPS_PROXY"],
		[
			SECURE,
			{ HTTPS_PROXY: "http://other.test", https_proxy: "proxy.test:3128" },
			"http://proxy.test:3128",
			"https_proxy",
		],
		[SECURE, { HTTPS_PROXY: "https://proxy.test" }, "https://proxy.test", "HTTPS_PROXY"],
		[PLAIN, { HTTP_PROXY: "http://proxy.test/" }, "http://proxy.test", "HTTP_PROXY"],
		[SECURE, { HTTPS_PROXY: "http://proxy.test", NO_PROXY: "example.com" }, undefined, undefined],
		[
			SECURE,
			{ HTTPS_PROXY: "http://proxy.test", NO_PROXY: "*", no_proxy: "other.test" },
			"http://proxy.test",
			"HTTPS_PROXY",
		],
	])("%s with %j: %s of %s", (server, environment, name, variable) => {
		const proxy = findProxy(server, environment);
		expect([proxy?.name, proxy?.variable]).toEqual([name, variable]);
	});

	test.each([
		["http://me:secret@proxy.test:3128", "me:secret"],
		["http://me%40corp:p%3Ass%20w@proxy.test:3128", "me@corp:p:ss w"],
		["http://me:100%25@proxy.test:3128", "me:100%"],
		["http://me:50%@proxy.test:3128", "me:50%"],
		["me@proxy.test:3128", "me:"],
	])("takes the credentials of %s, and keeps them out of the name", (HTTPS_PROXY, credentials) => {
		const proxy = findProxy(SECURE, { HTTPS_PROXY });
		expect(proxy?.authorization).toBe(`Basic ${Buffer.from(credentials).toString("base64")}`);
		expect(proxy).toMatchObject({ name: "http://proxy.test:3128", host: "proxy.test", port: 3128, isSecure: false });
	});

	test.each(["socks5://me:secret@proxy.test", "http://", "http://me:secret@:80", "ht tp"])(
		"refuses %s by the variable's name alone",
		(HTTPS_PROXY) => {
			const find = () => findProxy(SECURE, { HTTPS_PROXY });
			expect(find).toThrow(ProxySettingError);
			expect(find).toThrow(/^HTTPS_PROXY must be an address like http:\/\/proxy\.example\.com:3128$/);
		},
	);
});
