import { describe, expect, test } from "vitest";
import { parseEnvironment } from "./env";

describe("PUBLIC_URL", () => {
	test.each([
		["https://targeting.example.com", "https://targeting.example.com"],
		["https://targeting.example.com/", "https://targeting.example.com"],
		["HTTPS://Targeting.example.com:443", "https://targeting.example.com"],
		["http://[::1]:3000", "http://[::1]:3000"],
		["", undefined],
	])("%s is taken", (PUBLIC_URL, origin) => {
		expect(parseEnvironment({ PUBLIC_URL }).PUBLIC_URL).toBe(origin);
	});

	test.each([
		"targeting.example.com",
		"ftp://targeting.example.com",
		"https://targeting.example.com/elsewhere",
		"https://targeting.example.com/?a=b",
		"https://targeting.example.com/#a",
		"https://user@targeting.example.com",
	])("%s is refused by name, and not repeated", (PUBLIC_URL) => {
		expect(() => parseEnvironment({ PUBLIC_URL })).toThrow(
			"The environment is not usable: PUBLIC_URL must be an address without a path, such as https://targeting.example.com.",
		);
	});
});
