import { expect, test } from "vitest";
import { orderedSets } from "./ordered-sets";

test("sets come by their position, and those of one position by their ids", () => {
	const [early, late] = ["0b0e1d5e-0000-4000-8000-000000000000", "b0e1d5e0-0000-4000-8000-000000000000"];
	const sets = orderedSets([
		[10, early, "Third", "C"],
		[2, late, "Second", "B"],
		[2, early, "First", "A"],
	]);
	expect(sets).toEqual([
		{ set_id: early, set_name: "First", targeting_code: "A" },
		{ set_id: late, set_name: "Second", targeting_code: "B" },
		{ set_id: early, set_name: "Third", targeting_code: "C" },
	]);
	expect(orderedSets(null)).toEqual([]);
});
