import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EnvironmentError, parseEnvironment, readSecretFiles } from "./env";

const NOT_USABLE = "the environment is not usable: ";

describe("BASE_PATH", () => {
	test.each(["", "/targeting-ui", "/a/b.c/~d"].map((path) => [path]))("%j is taken", (BASE_PATH) => {
		expect(parseEnvironment({ BASE_PATH }).BASE_PATH).toBe(BASE_PATH);
	});

	test.each([
		"/",
		"targeting-ui",
		"/targeting-ui/",
		"//a",
		"/a//b",
		"/..",
		"/a/../b",
		"/a b",
		"/ü",
		"/a?b",
		"https://a/b",
	])("%j is refused by name", (BASE_PATH) => {
		const problem = "BASE_PATH must be a path such as /targeting-ui, without a slash at its end";
		expect(() => parseEnvironment({ BASE_PATH })).toThrow(`${NOT_USABLE}${problem}`);
	});
});

test("SIGNED_DOWNLOADS needs an object store", () => {
	const SIGNED_DOWNLOADS = "true";
	for (const environment of [{}, { FILE_STORE_URL: "file:///files" }])
		expect(() => parseEnvironment({ SIGNED_DOWNLOADS, ...environment })).toThrow(
			"SIGNED_DOWNLOADS needs a FILE_STORE_URL of s3:",
		);
	expect(() => parseEnvironment({ SIGNED_DOWNLOADS, FILE_STORE_URL: "s3://bucket?public-endpoint=x" })).toThrow(
		EnvironmentError,
	);
	expect(parseEnvironment({ SIGNED_DOWNLOADS, FILE_STORE_URL: "s3://bucket" }).SIGNED_DOWNLOADS).toBe(true);
});

test.each([
	["https", "http://store.example", "", "the endpoint of FILE_STORE_URL https://"],
	["https", "https://store.example", "http://out.example", "the public-endpoint of FILE_STORE_URL https://"],
	["https", "http://store.example", "https://out.example", null],
	["http", "http://store.example", "http://out.example", null],
])("SIGNED_DOWNLOADS of a service by %s, with the store at %s and %j: %s", (protocol, endpoint, outside, problem) => {
	const parse = () =>
		parseEnvironment({
			PUBLIC_URL: `${protocol}://targeting.example.com`,
			SIGNED_DOWNLOADS: "true",
			FILE_STORE_URL: `s3://bucket?endpoint=${endpoint}${outside && `&public-endpoint=${outside}`}`,
		});
	if (problem === null) expect(parse().SIGNED_DOWNLOADS).toBe(true);
	else expect(parse).toThrow(problem);
});

describe("PUBLIC_URL", () => {
	test.each([
		["https://targeting.example.com", "", "https://targeting.example.com"],
		["https://targeting.example.com/", "", "https://targeting.example.com"],
		["HTTPS://Targeting.example.com:443", "", "https://targeting.example.com"],
		["http://[::1]:3000", "", "http://[::1]:3000"],
		["https://host.example", "/targeting-ui", "https://host.example/targeting-ui"],
		["https://host.example/targeting-ui", "/targeting-ui", "https://host.example/targeting-ui"],
		["https://host.example/targeting-ui/", "/targeting-ui", "https://host.example/targeting-ui"],
		["", "/targeting-ui", undefined],
	])("%s with the base path %j is %s", (PUBLIC_URL, BASE_PATH, address) => {
		expect(parseEnvironment({ PUBLIC_URL, BASE_PATH }).PUBLIC_URL).toBe(address);
	});

	test.each([
		"targeting.example.com",
		"ftp://targeting.example.com",
		"https://targeting.example.com/?a=b",
		"https://targeting.example.com/#a",
		"https://user@targeting.example.com",
	])("%s is refused by name, and not repeated", (PUBLIC_URL) => {
		const problem = "PUBLIC_URL must be an address such as https://targeting.example.com";
		expect(() => parseEnvironment({ PUBLIC_URL })).toThrow(`${NOT_USABLE}${problem}`);
	});

	test("a path of its own is refused", () => {
		const PUBLIC_URL = "https://host.example/elsewhere";
		expect(() => parseEnvironment({ PUBLIC_URL })).toThrow("PUBLIC_URL must have no path, as BASE_PATH is not set");
		expect(() => parseEnvironment({ PUBLIC_URL, BASE_PATH: "/targeting-ui" })).toThrow(
			"PUBLIC_URL must have no other path than BASE_PATH",
		);
	});
});

describe("single sign-on", () => {
	const OIDC = { OIDC_ISSUER: "https://id.example.com/realms/a", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };

	test("is off by default, and has a label", () => {
		const { OIDC_ISSUER, OIDC_LABEL, OIDC_ONLY } = parseEnvironment({});
		expect({ OIDC_ISSUER, OIDC_LABEL, OIDC_ONLY }).toEqual({ OIDC_LABEL: "single sign-on", OIDC_ONLY: false });
		expect(parseEnvironment({ ...OIDC, OIDC_ONLY: "true", OIDC_LABEL: " Okta " })).toMatchObject({
			OIDC_ONLY: true,
			OIDC_LABEL: "Okta",
		});
	});

	test.each(["https://id.example.com", "https://id.example.com/", "http://127.0.0.1:8080/a", "http://[::1]:8080"])(
		"the issuer %s is taken as it is written",
		(OIDC_ISSUER) => expect(parseEnvironment({ ...OIDC, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER),
	);

	test.each(["id.example.com", "http://id.example.com", "https://a:b@id.example.com", "https://id.example.com/?a=b"])(
		"the issuer %s is refused by name, and not repeated",
		(OIDC_ISSUER) => {
			const problem = "OIDC_ISSUER must be an https:// address without query and fragment";
			expect(() => parseEnvironment({ ...OIDC, OIDC_ISSUER })).toThrow(`${NOT_USABLE}${problem}`);
		},
	);

	test("issuer, client and secret go together, and passwords are not switched off without them", () => {
		const { OIDC_CLIENT_SECRET: _, ...half } = OIDC;
		expect(() => parseEnvironment(half)).toThrow("go together: OIDC_CLIENT_SECRET is missing");
		expect(() => parseEnvironment({ OIDC_ONLY: "true" })).toThrow("OIDC_ONLY needs OIDC_ISSUER");
	});
});

test("traces have no collector unless one is named, and a share between nothing and all", () => {
	const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG } = parseEnvironment({});
	expect([OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG]).toEqual([undefined, 1]);
	const given = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318/", OTEL_TRACES_SAMPLER_ARG: "0.25" };
	expect(parseEnvironment(given)).toMatchObject({
		OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318",
		OTEL_TRACES_SAMPLER_ARG: 0.25,
	});
	for (const OTEL_TRACES_SAMPLER_ARG of ["2", "-1", "1.5", "all"])
		expect(() => parseEnvironment({ OTEL_TRACES_SAMPLER_ARG })).toThrow(
			"OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1",
		);
});

test("a replica is one of a server, and has an address of its own", () => {
	const url = "postgresql://replica/targeting";
	const given = (DATABASE_REPLICA_URL: string, DATABASE_URL?: string) =>
		parseEnvironment({ DATABASE_REPLICA_URL, DATABASE_URL }).DATABASE_REPLICA_URL;
	expect(given(url, "postgresql://primary/targeting")).toBe(url);
	expect(() => given(url)).toThrow("DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica");
	expect(() => given(`${url}?pgbouncer=true`, url)).toThrow(
		"must be the address of the replica itself, without a pooler",
	);
	expect(() => given("10.0.0.6", url)).toThrow("DATABASE_REPLICA_URL must start with postgresql://");
	const unescaped = "postgresql://me:pass#word@replica/targeting";
	expect(() => given(unescaped, url)).toThrow("DATABASE_REPLICA_URL must be an address, with special characters");
});

describe("secrets in files", () => {
	const directory = mkdtempSync(join(tmpdir(), "targeting-secrets-"));
	const file = (text: string) => {
		const path = join(directory, String(text.length));
		writeFileSync(path, text);
		return path;
	};
	afterAll(() => rmSync(directory, { recursive: true }));

	test("are read without the end of their line", () => {
		const source = {
			DATABASE_URL_FILE: file("postgresql://a\n"),
			NEXTAUTH_SECRET_FILE: file("b \r\n"),
			SMTP_URL_FILE: "",
		};
		expect(readSecretFiles(source)).toEqual({ DATABASE_URL: "postgresql://a", NEXTAUTH_SECRET: "b " });
	});

	test.each([
		[{ DATABASE_URL_FILE: "/none" }, /^DATABASE_URL_FILE names \/none, which cannot be read: ENOENT/],
		[{ SMTP_URL_FILE: file("\n") }, /^SMTP_URL_FILE names \S+, which is empty$/],
		[
			{ NEXTAUTH_SECRET: "a", NEXTAUTH_SECRET_FILE: "/none" },
			"NEXTAUTH_SECRET and NEXTAUTH_SECRET_FILE exclude each other: set one of them",
		],
	])("that cannot be used are named: %j", (source, problem) => {
		expect(() => readSecretFiles(source)).toThrow(problem);
	});
});
