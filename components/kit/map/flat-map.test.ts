import { describe, expect, test } from "vitest";
import type { Land } from "@/lib/browser/land";
import { boxWords, flatMap, landPath } from "./flat-map";

const LONDON = [-0.5, 51.25, 0.3, 51.7] as const;

describe("a flat map", () => {
	test("has the box in its middle, with enough around it to know the place by", () => {
		const map = flatMap([...LONDON], 400, 160);
		expect(map.x(-0.1)).toBeCloseTo(200);
		expect(map.y(51.475)).toBeCloseTo(80);
		expect(map.seen[3] - map.seen[1]).toBeCloseTo(7);
		expect(map.x(-0.5)).toBeGreaterThan(0);
		expect(map.x(0.3)).toBeLessThan(400);
	});

	test("shows the whole of a wide box", () => {
		const map = flatMap([-120, -40, 140, 60], 400, 160);
		expect(map.x(-120)).toBeGreaterThan(0);
		expect(map.x(140)).toBeLessThan(400);
		expect(map.y(60)).toBeGreaterThan(0);
		expect(map.y(-40)).toBeLessThan(160);
	});

	test("draws only the land that is seen", () => {
		const square = (west: number, south: number) => [
			[west, south],
			[west + 1, south],
			[west + 1, south + 1],
			[west, south],
		];
		const land: Land = {
			type: "FeatureCollection",
			features: [
				{
					type: "Feature",
					properties: {},
					geometry: { type: "MultiPolygon", coordinates: [[square(0, 51)], [square(100, -30)]] },
				},
			],
		};
		const path = landPath(land, flatMap([...LONDON], 400, 160));
		expect(path.match(/M/g)).toHaveLength(1);
		expect(path).toMatch(/^M[\d.]+ [\d.]+L.*Z$/);
	});
});

test("a box in words", () => {
	expect(boxWords([...LONDON])).toBe("51.25° N to 51.70° N, 0.50° W to 0.30° E");
	expect(boxWords([13.399, 52.518, 13.401, 52.521])).toBe("52.52° N, 13.40° E");
});

test("without surroundings a picture shows the box alone", () => {
	const [west, south, east, north] = flatMap([13.3, 52.48, 13.5, 52.56], 480, 176, 0.01).seen;
	expect(west < 13.3 && east > 13.5 && south < 52.48 && north > 52.56).toBe(true);
	expect(north - south).toBeLessThan(0.2);
});
