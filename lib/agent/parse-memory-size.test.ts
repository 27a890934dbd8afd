import { describe, expect, test } from "vitest";
import { parseMemorySize } from "@/lib/agent/parse-memory-size";

describe("parseMemorySize", () => {
	test.each([
		["4GB", 4_000_000_000],
		["512MB", 512_000_000],
		["512 mb", 512_000_000],
		["1.5GiB", 1_610_612_736],
		["64kb", 64_000],
		["1000", 1000],
		["10B", 10],
	])("%s is %d bytes", (text, bytes) => {
		expect(parseMemorySize(text)).toBe(bytes);
	});

	test.each(["", "GB", "4 G B", "-4GB", "4PB", "0", "0.1B", "1e3MB", "9999999TB", "constructor"])(
		"%j is not a size",
		(text) => {
			expect(parseMemorySize(text)).toBeNull();
		},
	);
});
