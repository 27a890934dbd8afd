import { describe, expect, test } from "vitest";
import { circleRing } from "@/components/kit/map/circle";
import { distanceBetween } from "@/components/kit/map/distance";
import { areaOf } from "@/components/kit/map/measure";
import { covers, isCircle, partsOf, polygonsOf } from "@/lib/rules/geofences/covers";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { buffered } from "./buffered";
import { unionOf } from "./union";

const circle = (longitude: number, latitude: number, radius: number): Geofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [longitude, latitude] },
	properties: { radius, name: "circle" },
});
const polygon = (...rings: Position[][]): Geofence => ({
	type: "Feature",
	geometry: { type: "Polygon", coordinates: rings },
	properties: { name: "polygon" },
});
const box = (west: number, south: number, east: number, north: number): Position[] => [
	[west, south],
	[east, south],
	[east, north],
	[west, north],
	[west, south],
];
const made = (fence: Geofence | string): Geofence => {
	if (typeof fence === "string") throw new Error(fence);
	return fence;
};
const holds = (fence: Geofence, longitude: number, latitude: number) =>
	covers(fence, latitude, longitude, isCircle(fence) ? null : partsOf(fence));
const areaOfAll = (fence: Geofence) =>
	polygonsOf(fence).reduce(
		(sum, rings) => sum + rings.reduce((own, ring, at) => own + (at === 0 ? 1 : -1) * areaOf(ring), 0),
		0,
	);

describe("a union", () => {
	test("of two that overlap is one polygon with the properties of the first", () => {
		const first: Geofence = { ...polygon(box(8, 47, 8.2, 47.2)), id: "S" };
		const one = made(unionOf([first, polygon(box(8.1, 47.1, 8.3, 47.3))]));
		expect([one.geometry.type, one.id, one.properties]).toEqual(["Polygon", "S", { name: "polygon" }]);
		expect(polygonsOf(one)[0]?.[0]).toHaveLength(9);
		expect([holds(one, 8.05, 47.05), holds(one, 8.25, 47.25), holds(one, 8.05, 47.25)]).toEqual([true, true, false]);
	});

	test("of some apart keeps the parts and their holes; one that crosses itself covers what it covered", () => {
		const ring = polygon(box(0, 0, 3, 3), box(1, 1, 2, 2));
		const bow = polygon([
			[10, 0],
			[12, 2],
			[12, 0],
			[10, 2],
			[10, 0],
		]);
		const both = made(unionOf([ring, bow]));
		expect(both.geometry.type).toBe("MultiPolygon");
		for (let x = 0.25; x < 13; x += 0.5) {
			for (let y = 0.35; y < 3; y += 0.5) {
				expect([x, y, holds(both, x, y)]).toEqual([x, y, holds(ring, x, y) || holds(bow, x, y)]);
			}
		}
	});

	test("goes across the antimeridian, and a circle in it keeps its area", () => {
		const across = made(
			unionOf([polygon(box(179, 0, 180, 1)), polygon(box(-180, 0, -179, 1)), circle(180, 0, 20_000)]),
		);
		expect(across.geometry.type).toBe("Polygon");
		expect([holds(across, 179.5, 0.5), holds(across, -179.5, 0.5), holds(across, 180, -0.1)]).toEqual([
			true,
			true,
			true,
		]);
		expect([holds(across, 0, 0.5), holds(across, 178.9, 0.5), holds(across, 179.5, -0.15)]).toEqual([
			false,
			false,
			false,
		]);
		const alone = made(unionOf([circle(8, 60, 5_000)]));
		expect(areaOfAll(alone) / (Math.PI * 5_000 ** 2)).toBeCloseTo(1, 3);
		expect(alone.properties).toEqual({ name: "circle" });
	});

	test("that goes over a pole is refused", () => {
		expect(unionOf([circle(0, 89.9, 50_000), circle(0, 80, 1_000)])).toMatch(/over a pole/);
	});
});

describe("a buffer", () => {
	test.each<[string, Geofence, number]>([
		["in the middle", polygon(box(8, 47, 8.02, 47.01)), 250],
		["in the north", polygon(box(25, 69.6, 25.2, 69.65)), 500],
		["across the antimeridian", polygon(box(179.99, -17, -179.99, -16.99)), 300],
	])("of a polygon %s is true in meters on every side", (_where, fence, meters) => {
		const grown = made(buffered(fence, meters));
		const [[outline = []] = []] = polygonsOf(fence);
		const dense = outline.flatMap((to, at) => {
			const from = outline[at - 1] ?? to;
			const step = to[0] - from[0] - 360 * Math.round((to[0] - from[0]) / 360);
			return Array.from(
				{ length: 200 },
				(_, part): Position => [from[0] + (step * part) / 200, from[1] + ((to[1] - from[1]) * part) / 200],
			);
		});
		for (const corner of polygonsOf(grown)[0]?.[0] ?? []) {
			const nearest = Math.min(...dense.map((place) => distanceBetween(place, corner)));
			expect(nearest / meters).toBeCloseTo(1, 1);
		}
		expect(areaOfAll(grown)).toBeGreaterThan(areaOfAll(fence));
		expect(grown.properties).toEqual(fence.properties);
	});

	test("of a large circle drawn as a polygon is that of the larger circle", () => {
		const drawn = polygon(circleRing(12, 60, 200_000, 720) as Position[]);
		expect(areaOfAll(made(buffered(drawn, 50_000))) / (Math.PI * 250_000 ** 2)).toBeCloseTo(1, 2);
	});

	test("closes a hole that is smaller, joins parts that meet, and enlarges a circle", () => {
		const ring = polygon(box(8, 47, 8.05, 47.05), box(8.02, 47.02, 8.021, 47.021));
		expect(polygonsOf(made(buffered(ring, 100)))[0]).toHaveLength(1);
		expect(polygonsOf(made(buffered(ring, 10)))[0]).toHaveLength(2);
		const parts: Geofence = {
			type: "Feature",
			geometry: { type: "MultiPolygon", coordinates: [[box(8, 47, 8.01, 47.01)], [box(8.011, 47, 8.02, 47.01)]] },
			properties: {},
		};
		expect([10, 100].map((meters) => made(buffered(parts, meters)).geometry.type)).toEqual(["MultiPolygon", "Polygon"]);
		expect(made(buffered(circle(8, 47, 100), 50)).properties).toEqual({ radius: 150, name: "circle" });
	});

	test("is refused where it would be wrong", () => {
		expect(buffered(circle(8, 47, 999_990), 20)).toBe("A circle would be larger than 1,000 km.");
		expect(buffered(polygon(box(-30, -20, 30, 20)), 100)).toMatch(/from its middle: 1,000 km is the most/);
		expect(buffered(polygon(box(8, 88, 9, 88.9)), 20_000)).toBe("A polygon would come too near to a pole.");
	});
});
