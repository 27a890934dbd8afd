import { describe, expect, test } from "vitest";
import { compileTrustedProxies, FORWARDING_HEADERS, identifyClient } from "@/lib/processes/server/client-address";

const PROXIES = compileTrustedProxies("10.0.0.0/8, 192.0.2.7 fd00::/8,127.0.0.1/32");

/** The name of a case, the peer, whether it speaks TLS, its headers, and whether that is secure. */
type Row = readonly [string, string, boolean, Record<string, string>, boolean];
const HERE = { host: "localhost:3000" };

describe("identifyClient", () => {
	test.each([
		["a stranger is itself", "203.0.113.5", {}, "203.0.113.5"],
		["a stranger's word on others does not count", "203.0.113.5", { "x-forwarded-for": "198.51.100.1" }, "203.0.113.5"],
		["IPv4 over an IPv6 socket", "::ffff:203.0.113.5", {}, "203.0.113.5"],
		["a zone is no part of the address", "fe80::1%eth0", {}, "fe80::1"],
		["a trusted proxy speaks for its client", "10.1.2.3", { "x-forwarded-for": "198.51.100.1" }, "198.51.100.1"],
		["a trusted proxy on an IPv6 socket", "::ffff:10.1.2.3", { "x-forwarded-for": "198.51.100.1" }, "198.51.100.1"],
		["a trusted IPv6 proxy", "fd00::1", { "x-forwarded-for": "2001:db8::1" }, "2001:db8::1"],
		[
			"the nearest stranger counts, not what it claims",
			"10.1.2.3",
			{ "x-forwarded-for": "1.1.1.1, 198.51.100.1" },
			"198.51.100.1",
		],
		["through several proxies", "10.1.2.3", { "x-forwarded-for": "198.51.100.1, 192.0.2.7, 10.9.9.9" }, "198.51.100.1"],
		["only proxies", "10.1.2.3", { "x-forwarded-for": "10.9.9.9" }, "10.9.9.9"],
		["ports are left out", "10.1.2.3", { "x-forwarded-for": "198.51.100.1:4711" }, "198.51.100.1"],
		["ports after IPv6", "10.1.2.3", { "x-forwarded-for": "[2001:db8::1]:4711" }, "2001:db8::1"],
		["nonsense ends the search", "10.1.2.3", { "x-forwarded-for": "198.51.100.1, unknown" }, "10.1.2.3"],
		["other ways to write IPv4 are nonsense", "10.1.2.3", { "x-forwarded-for": "3325256705" }, "10.1.2.3"],
		["octal or decimal, who knows", "10.1.2.3", { "x-forwarded-for": "198.51.100.010" }, "10.1.2.3"],
		["a proxy without a word", "10.1.2.3", {}, "10.1.2.3"],
		["a trusted proxy by Forwarded", "10.1.2.3", { forwarded: "for=198.51.100.1;proto=https" }, "198.51.100.1"],
		["a stranger's Forwarded does not count", "203.0.113.5", { forwarded: "for=198.51.100.1" }, "203.0.113.5"],
		[
			"IPv6 with a port, in any case, with blanks",
			"10.1.2.3",
			{ forwarded: 'By=10.1.2.3; FOR="[2001:db8::1]:4711"' },
			"2001:db8::1",
		],
		["a port behind a name", "10.1.2.3", { forwarded: 'for="198.51.100.1:_secret"' }, "198.51.100.1"],
		[
			"through several proxies by Forwarded",
			"10.1.2.3",
			{ forwarded: 'for=198.51.100.1, for="192.0.2.7:80";by=_edge,, for=10.9.9.9' },
			"198.51.100.1",
		],
		[
			"the nearest stranger by Forwarded, not what it claims",
			"10.1.2.3",
			{ forwarded: "for=1.1.1.1, for=198.51.100.1" },
			"198.51.100.1",
		],
		[
			"the nearest stranger, whatever quotes it leaves open",
			"10.1.2.3",
			{ forwarded: 'for="1.1.1.1, for="[2001:db8::1]:4711"' },
			"2001:db8::1",
		],
		["a client whose name is hidden", "10.1.2.3", { forwarded: "for=198.51.100.1, for=_hidden" }, "10.1.2.3"],
		["a client that is unknown", "10.1.2.3", { forwarded: "for=198.51.100.1, for=unknown" }, "10.1.2.3"],
		["a client that is not named", "10.1.2.3", { forwarded: "for=198.51.100.1, proto=https" }, "10.1.2.3"],
		["a comma in quotes", "10.1.2.3", { forwarded: 'for="198.51.100.1, for=1.1.1.1"' }, "10.1.2.3"],
		...["for", "host", "port", "proto"].map((name): [string, string, Record<string, string>, string] => [
			`Forwarded beside X-Forwarded-${name}, which a client may have sent`,
			"10.1.2.3",
			{ forwarded: "for=1.1.1.1", [`x-forwarded-${name}`]: "198.51.100.1" },
			name === "for" ? "198.51.100.1" : "10.1.2.3",
		]),
		["a peer that has gone", undefined, {}, "0.0.0.0"],
	])("%s", (_, peer, headers, address) => {
		expect(identifyClient(peer, false, headers, PROXIES).address).toBe(address);
	});

	test.each<Row>([
		["plain HTTP from elsewhere", "203.0.113.5", false, {}, false],
		["TLS from elsewhere", "203.0.113.5", true, {}, true],
		...["localhost", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000"].flatMap((host): Row[] =>
			["127.0.0.2", "::1", "::ffff:127.0.0.2"].map((peer) => [`${peer} for ${host}`, peer, false, { host }, true]),
		),
		["a stranger for this machine", "203.0.113.5", false, HERE, false],
		...["targeting.example.com", "203.0.113.5:3000", "localhost.example.com", "127.0.0.1.example.com", ""].map(
			(host): Row => [
				`a proxy of this machine that only passes on the host ${host}`,
				"127.0.0.2",
				false,
				{ host },
				false,
			],
		),
		["a program of this machine that names no host", "127.0.0.2", false, {}, false],
		...FORWARDING_HEADERS.map(
			(name): Row => [
				`a proxy of this machine that nobody named, by its ${name}`,
				"127.0.0.2",
				false,
				{ ...HERE, [name]: "x" },
				false,
			],
		),
		["a trusted proxy of this machine without a word", "127.0.0.1", false, HERE, true],
		["a stranger's claim", "203.0.113.5", false, { "x-forwarded-proto": "https" }, false],
		[
			"TLS at a trusted proxy",
			"10.1.2.3",
			false,
			{ "x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.1" },
			true,
		],
		[
			"plain HTTP at a trusted proxy",
			"10.1.2.3",
			true,
			{ "x-forwarded-proto": "http", "x-forwarded-for": "198.51.100.1" },
			false,
		],
		["plain HTTP at one of several proxies", "10.1.2.3", false, { "x-forwarded-proto": "https, http" }, false],
		["a proxy on this machine, plain", "127.0.0.1", false, { "x-forwarded-proto": "http" }, false],
		[
			"a proxy on this machine, plain, for this machine",
			"127.0.0.1",
			false,
			{ ...HERE, "x-forwarded-proto": "http", "x-forwarded-for": "127.0.0.1" },
			false,
		],
		[
			"a proxy on this machine, plain, that does not know for whom",
			"127.0.0.1",
			false,
			{ "x-forwarded-proto": "http", "x-forwarded-for": "unknown" },
			false,
		],
		[
			"a proxy on this machine that does not know for whom",
			"127.0.0.1",
			false,
			{ "x-forwarded-for": "unknown" },
			false,
		],
		[
			"a proxy on this machine, for one that does not know for whom",
			"127.0.0.1",
			false,
			{ "x-forwarded-for": "unknown, 127.0.0.1" },
			false,
		],
		["a proxy on this machine, for elsewhere", "127.0.0.1", false, { "x-forwarded-for": "198.51.100.1" }, false],
		["a stranger's Forwarded", "203.0.113.5", false, { forwarded: "for=1.1.1.1;proto=https" }, false],
		["TLS at a trusted proxy by Forwarded", "10.1.2.3", false, { forwarded: "for=1.1.1.1;proto=HTTPS" }, true],
		["plain HTTP at one by Forwarded", "10.1.2.3", true, { forwarded: 'for=1.1.1.1;proto="http"' }, false],
		["one that does not say, plain", "10.1.2.3", false, { forwarded: "for=1.1.1.1" }, false],
		["one that does not say, by TLS", "10.1.2.3", true, { forwarded: "for=1.1.1.1" }, true],
		["TLS at the first of two", "10.1.2.3", false, { forwarded: "for=198.51.100.1;proto=https, for=10.9.9.9" }, true],
		[
			"plain HTTP at the second of two",
			"10.1.2.3",
			false,
			{ forwarded: "for=198.51.100.1;proto=https, for=10.9.9.9;proto=http" },
			false,
		],
		[
			"TLS that the client claims",
			"10.1.2.3",
			false,
			{ forwarded: "for=1.1.1.1;proto=https, for=198.51.100.1" },
			false,
		],
		["a proxy on this machine that hides for whom", "127.0.0.1", false, { forwarded: "for=_hidden;proto=http" }, false],
	])("%s: secure or not", (_, peer, encrypted, headers, secure) => {
		expect(identifyClient(peer, encrypted, headers, PROXIES).secure).toBe(secure);
	});
});

test.each([
	["nothing said", {}, "http", "service.example"],
	["by X-Forwarded-Host", { "x-forwarded-host": "a.example:8443, b.example" }, "http", "a.example:8443"],
	["a port", { "x-forwarded-port": "8443", "x-forwarded-proto": "https" }, "https", "service.example:8443"],
	[
		"a host and its port",
		{ "x-forwarded-host": "a.example", "x-forwarded-port": "8443, 80" },
		"http",
		"a.example:8443",
	],
	["two ports", { "x-forwarded-host": "a.example:9443", "x-forwarded-port": "8443" }, "http", "a.example:9443"],
	["IPv6 and a port", { "x-forwarded-host": "[::1]", "x-forwarded-port": "8443" }, "http", "[::1]:8443"],
	["the usual port", { "x-forwarded-port": "443", "x-forwarded-proto": "https" }, "https", "service.example"],
	["the port between proxies", { "x-forwarded-port": "80", "x-forwarded-proto": "https" }, "https", "service.example"],
	["no port", { "x-forwarded-port": "x8443" }, "http", "service.example"],
	["a port that none is", { "x-forwarded-port": "99999" }, "http", "service.example"],
	["by Forwarded", { forwarded: 'for=1.1.1.1;host="a.example:8443";proto=https' }, "https", "a.example:8443"],
	["a client's own Forwarded", { forwarded: "host=evil.example;proto=https, for=1.1.1.1" }, "http", "service.example"],
	[
		"by the first of two",
		{ forwarded: "for=1.1.1.1;host=a.example, for=10.9.9.9;host=b.example" },
		"http",
		"a.example",
	],
	["by the second of two", { forwarded: "for=1.1.1.1, for=10.9.9.9;host=b.example" }, "http", "b.example"],
	["no host", { forwarded: 'for=1.1.1.1;host="a.example/path"' }, "http", "service.example"],
])("what was asked for at a trusted proxy: %s", (_, said, scheme, host) => {
	const headers = { host: "service.example", ...said };
	expect(identifyClient("10.1.2.3", false, headers, PROXIES).asked).toEqual({ scheme, host });
});

describe("an address that speaks for another", () => {
	test.each([
		["a proxy that nobody named", "10.99.0.1", { "x-forwarded-for": "198.51.100.1, 198.51.100.2" }, "", "198.51.100.1"],
		["one by its X-Real-IP", "10.99.0.1", { "x-real-ip": "198.51.100.1" }, "", "198.51.100.1"],
		["one by its Forwarded", "10.99.0.1", { forwarded: "for=198.51.100.1" }, "", "for=198.51.100.1"],
		[
			"one that a trusted proxy names",
			"10.1.2.3",
			{ "x-forwarded-for": "198.51.100.1, 172.16.0.1" },
			"10.0.0.0/8",
			"198.51.100.1",
		],
		[
			"one that a trusted proxy names by Forwarded",
			"10.1.2.3",
			{ forwarded: "for=198.51.100.1, for=172.16.0.1" },
			"10.0.0.0/8",
			"198.51.100.1",
		],
		["a trusted proxy", "10.1.2.3", { "x-forwarded-for": "198.51.100.1" }, "10.0.0.0/8", undefined],
		["several trusted proxies", "10.1.2.3", { "x-forwarded-for": "198.51.100.1, 10.9.9.9" }, "10.0.0.0/8", undefined],
		["a caller", "10.99.0.1", {}, "", undefined],
	])("%s", (_, peer, headers, trusted, speaksFor) => {
		expect(identifyClient(peer, false, headers, compileTrustedProxies(trusted)).speaksFor).toBe(speaksFor);
	});
});

describe("compileTrustedProxies", () => {
	test.each(["10.0.0.0/33", "example.com", "10.0.0.0/8;127.0.0.1", "300.1.1.1"])(
		"names what it cannot read: %s",
		(list) => {
			expect(() => compileTrustedProxies(list)).toThrow(/TRUSTED_PROXIES/);
		},
	);

	test("a block of IPv4 that is written as IPv6 is one of IPv4", () => {
		const isTrusted = compileTrustedProxies("::ffff:10.0.0.0/104");
		const headers = { "x-forwarded-for": "198.51.100.1" };
		expect(identifyClient("10.1.2.3", false, headers, isTrusted).address).toBe("198.51.100.1");
		expect(identifyClient("11.1.2.3", false, headers, isTrusted).address).toBe("11.1.2.3");
	});

	test("nothing is trusted by default", () => {
		const client = identifyClient("127.0.0.1", false, { "x-forwarded-for": "1.1.1.1" }, compileTrustedProxies(""));
		expect(client).toEqual({
			address: "127.0.0.1",
			secure: false,
			throughProxy: false,
			speaksFor: "1.1.1.1",
		});
	});
});
