import { describe, expect, test } from "vitest";
import { circleRing } from "./circle";

const RADIANS = Math.PI / 180;

/** Great-circle distance in meters. */
function distance([aLon, aLat]: [number, number], [bLon, bLat]: [number, number]): number {
	const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
	const chord = half(bLat - aLat) + Math.cos(aLat * RADIANS) * Math.cos(bLat * RADIANS) * half(bLon - aLon);
	return 2 * 6_371_008.8 * Math.asin(Math.sqrt(chord));
}

describe("a circle", () => {
	test.each<[string, [number, number], number]>([
		["at the equator", [0, 0], 100],
		["in Hamburg", [9.993, 53.551], 150],
		["far north", [25, 80], 5_000],
		["across the antimeridian", [179.999, -17], 2_000],
		["of a country's size", [10, 50], 400_000],
	])("%s has every corner at its radius", (_where, center, radius) => {
		const ring = circleRing(center[0], center[1], radius, 24);
		expect(ring).toHaveLength(25);
		expect(ring[24]).toEqual(ring[0]);
		for (const corner of ring) expect(distance(center, corner) / radius).toBeCloseTo(1, 6);
	});

	test("stays in one piece across the antimeridian", () => {
		const longitudes = circleRing(179.999, -17, 2_000, 24).map(([longitude]) => longitude);
		expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(0.1);
	});

	test("runs anticlockwise, as GeoJSON's outer rings do", () => {
		const ring = circleRing(10, 50, 1_000, 24);
		const area = ring.slice(1).reduce((sum, [x, y], place) => {
			const [px, py] = ring[place] ?? [0, 0];
			return sum + (px - 10) * (y - 50) - (x - 10) * (py - 50);
		}, 0);
		expect(area).toBeGreaterThan(0);
	});
});
