import { describe, expect, test } from "vitest";
import type { Position } from "@/lib/rules/geofences/geofence";
import { circleRing } from "./circle";
import { areaInWords, distanceInWords } from "./fence-words";
import { areaOf, lengthOf } from "./measure";

describe("a line that is measured", () => {
	test("is as long as its steps on the ground, also across the antimeridian", () => {
		const oneDegree = 111_195.08;
		expect(lengthOf([])).toBe(0);
		expect(lengthOf([[8, 0]])).toBe(0);
		const there = lengthOf([
			[179.5, 0],
			[-179.5, 0],
			[-179.5, 1],
		]);
		expect(there).toBeCloseTo(2 * oneDegree, 0);
	});

	test.each<[string, number, number]>([
		["at the equator", 12, 0],
		["in the north", 25, 69.6],
		["across the antimeridian", 179.99, -17],
	])("holds the area of a circle %s", (_where, longitude, latitude) => {
		const ring = circleRing(longitude, latitude, 5_000, 720) as Position[];
		const wrapped = ring.map(([x, y]): Position => [x > 180 ? x - 360 : x, y]);
		expect(areaOf(wrapped) / (Math.PI * 5_000 ** 2)).toBeCloseTo(1, 4);
		// Closed or not, the area is the same.
		expect(areaOf(wrapped.slice(0, -1))).toBeCloseTo(areaOf(wrapped), 3);
	});

	test("is said with three digits", () => {
		expect([4.56, 340.4, 1_240, 45_678, 180_400].map(distanceInWords)).toEqual([
			"4.6 m",
			"340 m",
			"1.24 km",
			"45.7 km",
			"180 km",
		]);
		expect([340, 1_244_000, 250_000_000].map(areaInWords)).toEqual(["340 m²", "1.24 km²", "250 km²"]);
	});
});
