import { expect, test } from "vitest";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { placeWithin } from "./place-within";

const polygon: Geofence = {
	type: "Feature",
	geometry: {
		type: "Polygon",
		coordinates: [
			[
				[0, 0],
				[4, 0],
				[4, 2],
				[0, 2],
				[0, 0],
			],
		],
	},
	properties: {},
};

test("a circle's middle goes before a polygon's", () => {
	const circle: Geofence = {
		type: "Feature",
		geometry: { type: "Point", coordinates: [13.4, 52.5] },
		properties: { radius: 9 },
	};
	expect(placeWithin([polygon, circle])).toEqual([13.4, 52.5]);
	expect(placeWithin([polygon])).toEqual([2, 1]);
	expect(placeWithin([])).toBeNull();
});
