import { describe, expect, test } from "vitest";
import { spanOf } from "@/lib/rules/geofences/bounds";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { boxAround, boxOf, buildFenceIndex, fenceAt } from "./fence-index";
import { composeScene } from "./scene";
import { simplifyRing } from "./simplify-ring";

const circle = (longitude: number, latitude: number, radius: number): Geofence => ({
	type: "Feature",
	geometry: { type: "Point", coordinates: [longitude, latitude] },
	properties: { radius },
});
const WORLD = { west: -180, south: -85, east: 180, north: 85, zoom: 1 };

test("every fence in view is either drawn as it is or counted in a cluster of its set", () => {
	const sets = [0, 1].map((set) =>
		Array.from({ length: 5_000 }, (_, place) =>
			circle((place % 100) * 0.01 + set, Math.floor(place / 100) * 0.01, 150),
		),
	);
	const index = buildFenceIndex(sets);
	for (const zoom of [1, 5, 9, 12, 14]) {
		const { shapes, clusters } = composeScene(index, { ...WORLD, zoom });
		const counted = clusters.reduce((sum, { count }) => sum + count, 0);
		expect(shapes.length + counted).toBe(10_000);
		expect(clusters.filter(({ set }) => set === 0).reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(
			5_000,
		);
	}
	expect(composeScene(index, { ...WORLD, zoom: 1 }).shapes).toEqual([]);
	const near = composeScene(index, { west: 0.1, south: 0.1, east: 0.13, north: 0.13, zoom: 15 });
	expect(near.clusters).toEqual([]);
	expect(near.shapes.length).toBeGreaterThan(8);
});

test("an index holds each set's fences in its place, the same however often and with whatever else they are packed", () => {
	const [first, second] = [[circle(1, 2, 100), circle(3, 4, 200)], [circle(5, 6, 300)]];
	const one = buildFenceIndex([null, second]);
	const both = buildFenceIndex([first, second]);
	expect([...both.starts]).toEqual([0, 2, 3]);
	expect([...both.sets]).toEqual([0, 0, 1]);
	expect([...one.starts]).toEqual([0, 0, 1]);
	expect([...one.sets]).toEqual([1]);
	expect(boxOf(both, 2)).toEqual(boxOf(one, 0));
	expect(boxAround(both, 2)).toEqual([boxOf(both, 0)[0], boxOf(both, 0)[1], boxOf(both, 1)[2], boxOf(both, 1)[3]]);
	expect(boxAround(both)?.slice(2)).toEqual(boxOf(both, 2).slice(2));
	expect(boxAround(buildFenceIndex([null]))).toBeNull();
});

test("a fence across the antimeridian is in view from both sides", () => {
	const index = buildFenceIndex([[circle(179.99, -17, 5_000)]]);
	for (const west of [179, -180, 539]) {
		const { shapes } = composeScene(index, { west, south: -18, east: west + 1, north: -16, zoom: 10 });
		expect(shapes).toHaveLength(1);
	}
	expect(fenceAt(index, [-179.99, -17])).toBe(0);
	expect(fenceAt(index, [179.9, -17])).toBe(-1);
});

describe("the fence at a place", () => {
	const square: Geofence = {
		type: "Feature",
		properties: {},
		geometry: {
			type: "Polygon",
			coordinates: [
				[
					[0, 0],
					[1, 0],
					[1, 1],
					[0, 1],
					[0, 0],
				],
				[
					[0.4, 0.4],
					[0.6, 0.4],
					[0.6, 0.6],
					[0.4, 0.4],
				],
			],
		},
	};
	const index = buildFenceIndex([[square], [circle(0.2, 0.2, 1_000)]]);

	test.each([
		["in the square", [0.8, 0.2], 0],
		["in its hole", [0.55, 0.45], -1],
		["in the circle on it, which is smaller", [0.2, 0.2], 1],
		["outside", [1.1, 0.5], -1],
	] as const)("%s", (_where, position, row) => {
		expect(fenceAt(index, [...position])).toBe(row);
	});
});

test("a ring loses the corners that nobody sees, and stays closed", () => {
	const ring = Array.from({ length: 361 }, (_, degree): [number, number] => [
		Math.cos((degree * Math.PI) / 180),
		Math.sin((degree * Math.PI) / 180),
	]);
	const simple = simplifyRing(ring, 0.01);
	expect(simple.length).toBeLessThan(40);
	expect(simple.at(-1)).toEqual(ring.at(-1));
	for (const corner of simple) expect(ring).toContain(corner);
});

test("no cluster hides another one across the edge of a cell", () => {
	const index = buildFenceIndex([
		Array.from({ length: 600 }, (_, place) => circle((place % 30) * 0.31, Math.floor(place / 30) * 0.31, 10)),
	]);
	for (const zoom of [3, 4, 5, 6]) {
		const { clusters } = composeScene(index, { ...WORLD, zoom });
		expect(clusters.reduce((sum, { count }) => sum + count, 0)).toBe(600);
		for (const [place, a] of clusters.entries()) {
			for (const b of clusters.slice(place + 1)) {
				const pixels = 512 * 2 ** zoom;
				expect(Math.max(Math.abs(a.x - b.x) / 44, Math.abs(a.y - b.y) / 30) * pixels).toBeGreaterThanOrEqual(0.9);
			}
		}
	}
});

test("clusters of several sets in one place stand beside each other, with room for their exact numbers", () => {
	const here = Array.from({ length: 1_234 }, () => circle(13.4, 52.5, 10));
	const { clusters } = composeScene(buildFenceIndex([here, here.slice(1)]), { ...WORLD, zoom: 3 });
	expect(clusters.map(({ count }) => count)).toEqual([1_234, 1_233]);
	const [left = 0, right = 0] = clusters.map(({ aside: [x] }) => x);
	expect(right - left).toBeGreaterThan(50);
});

test("the box of a circle is that of its span, wherever it lies", () => {
	const circles = [0, 13.4, 179.95, -179.999, 180].flatMap((longitude) =>
		[0, 52.5, -84, 89.5].flatMap((latitude) => [1, 500, 300_000].map((radius) => circle(longitude, latitude, radius))),
	);
	const index = buildFenceIndex([circles]);
	for (const [row, each] of circles.entries()) {
		for (const [side, degrees] of boxOf(index, row).entries())
			expect(degrees).toBeCloseTo(spanOf(each)[side] ?? 999, 9);
	}
});
