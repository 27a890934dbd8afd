import { describe, expect, test } from "vitest";
import { readPosition, writePosition } from "./position";
import { couldSee } from "./snapshot";

describe("the position of a reader", () => {
	test.each([
		["a snapshot", { snapshot: "10:12:10,11" }],
		["a snapshot without open transactions", { snapshot: "10:10:" }],
		["within a batch", { snapshot: "10:12:11", next: { snapshot: "15:15:", upTo: 7n } }],
	])("%s survives a round trip", (_, position) => {
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
	])("is rejected unless it was an event's id: %s", (text) => {
		expect(readPosition(text)).toBeNull();
	});

	test("a snapshot sees transactions committed before it", () => {
		const seen = [9n, 10n, 11n, 12n, 13n].filter((transaction) => couldSee("10:13:11", transaction));
		expect(seen).toEqual([9n, 10n, 12n]);
	});
});
