import { expect, test } from "vitest";
import { parseAsSeconds } from "./parse-as-seconds";

test("an instant in an address is one that a calendar has", () => {
	expect(parseAsSeconds.parse("0")).toBe(0);
	expect(parseAsSeconds.parse("1764000000")).toBe(1_764_000_000);
	expect(parseAsSeconds.serialize(1_764_000_000)).toBe("1764000000");
	for (const text of ["1764000000000", "1764000000000000", "9999999999999999", "-1", "soon", ""]) {
		expect(parseAsSeconds.parse(text)).toBeNull();
	}
});
