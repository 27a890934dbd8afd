import { describe, expect, test } from "vitest";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { fenceAt, placeAfterRemoval, placeOfRow, rowOfPlace } from "./chosen-place";
import { type Draft, type DraftSet, withFence } from "./draft";

const circle = (name: string): Geofence => ({
	type: "Feature",
	properties: { name, radius: 50 },
	geometry: { type: "Point", coordinates: [8, 47] },
});
const set = (key: string, names: readonly string[] | null): DraftSet => ({
	key,
	set_id: key,
	set_name: key,
	targeting_code: key.toUpperCase(),
	fences: names === null ? null : names.map(circle),
	audience: null,
});
const draft: Draft = { sets: [set("a", ["a0", "a1", "a2"]), set("large", null), set("b", ["b0"])] };

describe("the place of a geofence", () => {
	test("is found by its row, and gives the row back, past a set that is not at hand", () => {
		expect(placeOfRow(draft, 3)).toEqual({ key: "b", at: 0, of: 1 });
		for (const row of [0, 1, 2, 3]) expect(rowOfPlace(draft, placeOfRow(draft, row))).toBe(row);
		expect(placeOfRow(draft, -1)).toBeNull();
		expect(placeOfRow(draft, 4)).toBeNull();
	});

	test("is gone once its set holds more or fewer", () => {
		const place = placeOfRow(draft, 1);
		const fewer = withFence(draft, "a", 0, null);
		expect(rowOfPlace(fewer, place)).toBe(-1);
		expect(rowOfPlace(draft, null)).toBe(-1);
	});

	test.each([
		["the one after it", 1, 2, "a2"],
		["the one before it", 2, 1, "a1"],
		["one of another set", 2, 3, "b0"],
	])("after a removal %s is still what it was", (_, removed, next, name) => {
		const [gone, kept] = [placeOfRow(draft, removed), placeOfRow(draft, next)];
		if (gone === null || kept === null) throw new Error("The rows have no place.");
		const left = withFence(draft, gone.key, gone.at, null);
		expect(fenceAt(left, placeAfterRemoval(kept, gone))?.properties.name).toBe(name);
	});
});
