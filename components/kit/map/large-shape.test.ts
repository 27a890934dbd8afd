import { beforeAll, describe, expect, test } from "vitest";
import type { Bounds, Geofence, Position } from "@/lib/rules/geofences/geofence";
import { normalizeGeofence } from "@/lib/rules/geofences/normalize-geofence";
import { coastline } from "@/lib/tools/testing/coastline";
import { boxOfFence, fenceHolds } from "./fence-index";
import { type FenceShape, fenceShape } from "./fence-shape";
import { DRAWN_AT_MOST } from "./large-shape";
import { packFences, unpackFences } from "./packed-fences";
import { positionsOf } from "./packed-ring";

const degreesPerPixel = (zoom: number) => 360 / (512 * 2 ** zoom);

/** What a page of 1,440 to 900 pixels shows around a place. */
function viewAt([longitude, latitude]: Position, zoom: number): Bounds {
	const [across, up] = [degreesPerPixel(zoom) * 720, degreesPerPixel(zoom) * 300];
	return [longitude - across, latitude - up, longitude + across, latitude + up];
}

const isWithin = (ring: readonly Position[], [x, y]: Position): boolean =>
	ring.reduce((inside, [x1, y1], at) => {
		const [x0, y0] = ring[at - 1] ?? [x1, y1];
		return y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) ? !inside : inside;
	}, false);

const isFilled = ({ area }: FenceShape, position: Position): boolean =>
	area.some((rings) => rings.filter((ring) => isWithin(ring, position)).length === 1);

/** Whether the border is so near that half a pixel decides, or what is too many positions. */
function isNearBorder(fence: Geofence, [x, y]: Position, away: number): boolean {
	const turns = Array.from({ length: 8 }, (_, turn) => (turn / 4) * Math.PI);
	const at = (distance: number) =>
		turns.map((turn) => fenceHolds(fence, [x + Math.cos(turn) * distance, y + Math.sin(turn) * distance]));
	return new Set([away / 4, away / 2, away].flatMap(at)).size > 1;
}

describe("a border of 250,000 positions", () => {
	let border: Geofence;
	beforeAll(() => {
		border = coastline(250_000);
	});

	test.each([3, 7, 11, 15])("is drawn at zoom %d with few positions, and as lookups find it", (zoom) => {
		expect(positionsOf(border)).toBe(250_000);
		const [west, south, east, north] = boxOfFence(border);
		const coast = border.geometry.coordinates.flat()[0] as Position[];
		for (const center of [[(west + east) / 2, (south + north) / 2] satisfies Position, coast[7_000] as Position]) {
			const seen = viewAt(center, zoom);
			const shape = fenceShape(border, 1_000, degreesPerPixel(zoom), { seen });
			expect(shape.area.flat(2).length + (shape.outline ?? []).flat().length).toBeLessThanOrEqual(2 * DRAWN_AT_MOST);
			for (let sample = 0; sample < 40; sample += 1) {
				const place: Position = [
					seen[0] + ((sample * 0.618) % 1) * (seen[2] - seen[0]),
					seen[1] + ((sample * 0.755) % 1) * (seen[3] - seen[1]),
				];
				const found = fenceHolds(border, place);
				if (isFilled(shape, place) === found || isNearBorder(border, place, degreesPerPixel(zoom) * 4)) continue;
				expect.unreachable(`${place.join()} is ${found ? "" : "not "}in the border, and drawn otherwise`);
			}
		}
	});

	test("has no lines on the edges of what is seen", () => {
		const coast = border.geometry.coordinates.flat()[0] as Position[];
		const seen = viewAt(coast[7_000] as Position, 11);
		const { outline } = fenceShape(border, 1_000, degreesPerPixel(11), { seen });
		const steps = (outline ?? []).flatMap((line) => line.slice(1).map((to, at) => [line[at] as Position, to] as const));
		expect(steps.length).toBeGreaterThan(50);
		for (const [from, to] of steps) {
			expect(from[0] === to[0] && seen.includes(from[0])).toBe(false);
			expect(from[1] === to[1] && seen.includes(from[1])).toBe(false);
		}
	});
});

test("large and small geofences go to another thread and back as they are", () => {
	const outline = coastline(1_500).geometry.coordinates[0]?.[0] ?? [];
	const fences: Geofence[] = [
		coastline(2_000),
		{ type: "Feature", geometry: { type: "Polygon", coordinates: [outline, outline] }, properties: { name: "B" } },
		{ type: "Feature", geometry: { type: "Point", coordinates: [1, 2] }, properties: { radius: 5 } },
	];
	const { packed, memory } = packFences(fences);
	expect(memory).toHaveLength(2);
	expect(unpackFences(structuredClone(packed, { transfer: memory }))).toEqual(fences);
});

test("a border across the antimeridian is drawn on both sides of it", () => {
	const judged = normalizeGeofence(coastline(5_000, [179.5, 10]));
	if (!("geofence" in judged)) throw new Error(judged.refused);
	const drawn = [179.5, -180.5, 539.5].map((longitude) => {
		const { area } = fenceShape(judged.geofence, 1_000, degreesPerPixel(7), { seen: viewAt([longitude, 10], 7) });
		expect([179.9, -180.1].some((turned) => isFilled({ area, outline: null }, [turned, 10]))).toBe(true);
		return area.flat(2).length;
	});
	expect(drawn[0]).toBeGreaterThan(500);
	expect(new Set(drawn).size).toBe(1);
});

test("tens of thousands of small parts are drawn as what they cover", () => {
	const square = (at: number): Position[] => {
		const [x, y] = [(at % 200) * 0.01, Math.floor(at / 200) * 0.01];
		return [
			[x, y],
			[x + 0.008, y],
			[x + 0.008, y + 0.008],
			[x, y + 0.008],
			[x, y],
		];
	};
	const coordinates = Array.from({ length: 40_000 }, (_, at) => [square(at)]);
	const parts: Geofence = { type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates } };
	for (const zoom of [4, 8, 12]) {
		const seen = viewAt([1, 1], zoom);
		const { area } = fenceShape(parts, 1_000, degreesPerPixel(zoom), { seen });
		expect(area.length).toBeGreaterThan(4);
		expect(area.flat(2).length).toBeLessThanOrEqual(DRAWN_AT_MOST);
	}
});

test("rings that cross are drawn by the even-odd rule, as lookups find them", () => {
	// Twice around: what is covered twice is outside.
	const ring = Array.from({ length: 2_001 }, (_, at): Position => {
		const turn = (at / 1_000) * 2 * Math.PI;
		const reach = 1 + 0.5 * Math.cos(turn / 2);
		return [reach * Math.cos(turn), reach * Math.sin(turn)];
	});
	const fence: Geofence = { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [ring] } };
	const shape = fenceShape(fence, 1_000, degreesPerPixel(8), { seen: viewAt([0, 0], 8) });
	expect(shape.outline).not.toBeNull();
	for (const place of [
		[0.1, 0.05],
		[1.3, 0.05],
		[-0.98, 0.4],
		[3, 0],
	] satisfies Position[]) {
		expect(isFilled(shape, place), place.join()).toBe(fenceHolds(fence, place));
	}
});
