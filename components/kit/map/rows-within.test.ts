import { expect, test } from "vitest";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { buildFenceIndex } from "./fence-index";
import { rowsWithin } from "./rows-within";

const circle = (longitude: number, latitude: number): Geofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [longitude, latitude] },
	properties: { radius: 100 },
});

test("a box holds the geofences whose middle is in it, whichever turn of the world it was drawn in", () => {
	const index = buildFenceIndex([
		[circle(8, 47), circle(9, 47), circle(179.9, 0)],
		[circle(-179.9, 0), circle(8, 48)],
	]);
	expect(rowsWithin(index, [7.5, 46.5, 8.5, 47.5])).toEqual([0]);
	expect(rowsWithin(index, [367.5, 46.5, 368.5, 48.5])).toEqual([0, 4]);
	expect(rowsWithin(index, [179, -1, 181, 1])).toEqual([2, 3]);
	expect(rowsWithin(index, [-181, -1, -179, 1])).toEqual([2, 3]);
	expect(rowsWithin(index, [-200, -80, 200, 80])).toEqual([0, 1, 2, 3, 4]);
});
