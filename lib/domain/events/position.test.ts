import { describe, expect, test } from "vitest";
import { readPosition, writePosition } from "./position";
import { couldSee } from "./snapshot";

describe("where a reader is", () => {
	test.each([
		["a snapshot", { snapshot: "10:12:10,11" }],
		["a snapshot with nothing under way", { snapshot: "10:10:" }],
		["in the middle of what was read", { snapshot: "10:12:11", next: { snapshot: "15:15:", upTo: 7n } }],
	])("%s is written and read", (_, position) => {
		expect(readPosition(writePosition(position))).toEqual(position);
	});

	test.each([
		"",
		"1",
		"10:9:",
		"0:5:",
		"10:12:9",
		"10:12:12",
		"10:12:11,10",
		"10:12:a",
		"10:12:11;",
		"10:12:11;15:15:",
		"10:12:11;15:15:;x",
		"10:12:11;15:15:;1;2",
		"9999999999999999999:9999999999999999999:",
		`1:99999:${Array.from({ length: 2_000 }, (_, number) => number + 1).join(",")}`,
	])("what no event had as its id is none: %s", (text) => {
		expect(readPosition(text)).toBeNull();
	});

	test("a snapshot sees what was committed when it was taken", () => {
		const seen = [9n, 10n, 11n, 12n, 13n].filter((transaction) => couldSee("10:13:11", transaction));
		expect(seen).toEqual([9n, 10n, 12n]);
	});
});
