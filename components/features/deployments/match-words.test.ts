import { expect, test } from "vitest";
import { sparklineWords, sumOfLast, withoutMatch } from "./match-words";

const SINCE = "2026-11-01T00:00:00.000Z";

test.each([
	["activated", SINCE, "no match yet"],
	["activated", null, "not counted"],
	["deactivated", null, null],
	["requested", null, null],
] as const)("without a match, %s and counted since %s: %s", (status, since, words) => {
	expect(withoutMatch({ status, last_match_at: null, matches_counted_since: since })).toBe(words);
});

test("a sparkline is told by its range and where it stands", () => {
	expect(sparklineWords([0, 1_200, 7], "Matches a day")).toBe("Matches a day: 0 to 1,200, now 7");
	expect(sparklineWords([0, 0], "Matches a day")).toBe("Matches a day: none");
	expect(sumOfLast([1, 2, 3], 2)).toBe(5);
});
