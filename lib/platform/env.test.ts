import { describe, expect, test } from "vitest";
import { parseEnvironment } from "./env";

const NOT_USABLE = "The environment is not usable: ";

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
		const problem = "BASE_PATH must be a path such as /targeting-ui, without a slash at its end.";
		expect(() => parseEnvironment({ BASE_PATH })).toThrow(`${NOT_USABLE}${problem}`);
	});
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
		const problem = "PUBLIC_URL must be an address such as https://targeting.example.com.";
		expect(() => parseEnvironment({ PUBLIC_URL })).toThrow(`${NOT_USABLE}${problem}`);
	});

	test("a path of its own is refused", () => {
		const PUBLIC_URL = "https://host.example/elsewhere";
		expect(() => parseEnvironment({ PUBLIC_URL })).toThrow("PUBLIC_URL must have no path, as BASE_PATH is not set.");
		expect(() => parseEnvironment({ PUBLIC_URL, BASE_PATH: "/targeting-ui" })).toThrow(
			"PUBLIC_URL must have no other path than BASE_PATH.",
		);
	});
});
