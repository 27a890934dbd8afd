import { expect, test } from "vitest";
import { differenceOf, hasReached } from "./wal-place";

const wanted = { cluster: "7", database: "targeting", timeline: 2, position: 100 };

test("a place is reached by the same database alone, on the same timeline, and as far", () => {
	expect(hasReached(wanted, wanted)).toBe(true);
	expect(hasReached({ ...wanted, position: 101 }, wanted)).toBe(true);
	expect(hasReached({ ...wanted, position: 99 }, wanted)).toBe(false);
	expect(differenceOf({ ...wanted, position: 99 }, wanted)).toBeUndefined();
	for (const [other, problem] of [
		[{ cluster: "8" }, "not a copy"],
		[{ database: "other" }, "not a copy"],
		// It had more than the standby that was promoted.
		[{ timeline: 1, position: 200 }, "no restart point of the primary's timeline"],
		[{ position: -1 }, "no standby"],
	] as const) {
		expect(hasReached({ ...wanted, ...other }, wanted)).toBe(false);
		expect(differenceOf({ ...wanted, ...other }, wanted)).toContain(problem);
	}
});
