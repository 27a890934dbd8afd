import fc from "fast-check";
import pointInPolygon from "point-in-polygon-hao";
import { describe, expect, test } from "vitest";
import { childCell, rootCell, rootKey, rowPosition, visitRootCells } from "@/lib/formats/cell-grid";
import { circleAngle, classifyCircle, classifyPolygon, measureCell } from "@/lib/formats/classify-fence";
import { openContainer } from "@/lib/formats/container";
import type { FenceInput } from "@/lib/formats/fence-collector";
import { openTargetingFile, type ProximityFilter } from "@/lib/formats/open";
import { destination, haversine, starRing, wrapLongitude } from "@/lib/formats/oracles";
import { PolygonGeometry } from "@/lib/formats/polygon-geometry";
import { EARTH_RADIUS, squaredChord, writeUnitVector } from "@/lib/formats/sphere";
import { proximityBytes } from "@/lib/formats/testing";
import { runs } from "@/lib/tools/testing/runs";

fc.configureGlobal({ seed: 20_251_121 });

const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Centers of clusters: anywhere, at the antimeridian, at cell borders, and near the poles. */
const centers = fc.record({
	latitude: fc.oneof(double(-85, 85), double(84, 89), fc.constantFrom(0, 48.0625, -33.125, 89.9, -89.95)),
	longitude: fc.oneof(double(-180, 180), double(179.9, 180), double(-180, -179.9), fc.constantFrom(0, 2.25)),
});

describe("a dense cluster agrees with brute force at any depth of division", () => {
	const circle = fc.record({
		set: fc.nat(),
		distance: double(0, 6000),
		bearing: double(0, 360),
		radius: fc.oneof(double(20, 300), double(300, 3000), double(3000, 30_000)),
	});
	const star = fc.record({
		set: fc.nat(),
		dx: double(-0.05, 0.05),
		dy: double(-0.05, 0.05),
		radii: fc.array(double(0.001, 0.03), { minLength: 3, maxLength: 20 }),
	});
	const cases = fc.record({
		center: centers,
		setCount: fc.constantFrom(1, 3, 70),
		leafLimit: fc.constantFrom(0, 1, 3, 24),
		circles: fc.array(circle, { minLength: 20, maxLength: 150, size: "max" }),
		stars: fc.array(star, { maxLength: 40, size: "max" }),
		probes: fc.array(fc.tuple(double(0, 9000), double(0, 360), fc.boolean()), { minLength: 60, maxLength: 60 }),
	});
	let deepest = 0;

	test("circles and polygons, across the antimeridian too", async () => {
		await fc.assert(
			fc.asyncProperty(cases, async ({ center, setCount, leafLimit, circles, stars, probes }) => {
				const placed = circles.map(({ set, distance, bearing, radius }) => ({
					set: set % setCount,
					circle: { ...destination(center.latitude, center.longitude, distance, bearing), radius },
				}));
				// Stars are planar, so keep them away from the poles.
				const drawn = (Math.abs(center.latitude) < 85.5 ? stars : []).map(({ set, dx, dy, radii }) => ({
					set: set % setCount,
					ring: starRing(center.longitude + dx, center.latitude + dy, radii),
				}));
				const fences: FenceInput[] = [
					...placed,
					...drawn.map(({ set, ring }) => ({ set, polygons: [[ring.map(([x, y]) => [wrapLongitude(x), y])]] })),
				];
				const bytes = await proximityBytes(setCount, fences, { leafLimit });
				const filter = openTargetingFile(bytes) as ProximityFilter;
				deepest = Math.max(deepest, openContainer(bytes).u32("NODE").length);
				for (const [distance, bearing, snapped] of probes) {
					const point = destination(center.latitude, center.longitude, distance, bearing);
					// Half of the points lie on cell borders.
					if (snapped) point.latitude = Math.round(point.latitude * 1024) / 1024;
					if (Math.abs(point.latitude) > 90) continue;
					const sure = new Set<number>();
					const unsure = new Set<number>();
					for (const { set, circle } of placed) {
						const away = haversine(point.latitude, point.longitude, circle.latitude, circle.longitude) - circle.radius;
						if (Math.abs(away) < 1e-4) unsure.add(set);
						else if (away < 0) sure.add(set);
					}
					for (const { set, ring } of drawn) {
						const x = center.longitude + wrapLongitude(point.longitude - center.longitude);
						const verdicts = new Set(
							[
								[0, 0],
								[1e-9, 0],
								[-1e-9, 0],
								[0, 1e-9],
								[0, -1e-9],
							].map(([dx, dy]) => pointInPolygon([x + (dx as number), point.latitude + (dy as number)], [ring])),
						);
						if (verdicts.size > 1 || verdicts.has(0)) unsure.add(set);
						else if (verdicts.has(true)) sure.add(set);
					}
					const answer = filter.match(point.latitude, point.longitude);
					const decided = answer.filter((set) => sure.has(set) || !unsure.has(set));
					expect(decided).toEqual([...sure].sort((a, b) => a - b));
				}
			}),
			{ numRuns: runs(120) },
		);
		// Hundreds of nodes prove that cells were divided to the last level.
		expect(deepest).toBeGreaterThan(16 * 200);
	});
});

/** A cell of a random level around a place, and points in it given by fractions. */
function cellAround(latitude: number, longitude: number, path: number[]) {
	let key = 0;
	visitRootCells(longitude, latitude, longitude, latitude, (row, column) => {
		key = rootKey(row, column);
		return true;
	});
	return path.reduce((cell, child) => childCell(cell, child), rootCell(key));
}

describe("the relation of a cell holds for each of its points", () => {
	const place = fc.record({
		latitude: fc.oneof(double(-90, 90), double(89.8, 90), double(-90, -89.8)),
		longitude: double(-180, 179.99),
		path: fc.array(fc.nat(15), { maxLength: 3 }),
		points: fc.array(fc.tuple(double(0, 1), double(0, 1)), { minLength: 20, maxLength: 20 }),
	});
	const corners = [0, 1].flatMap((x) => [0, 0.5, 1].map((y): [number, number] => [x, y]));

	test("circles", () => {
		let decided = 0;
		const circle = fc.record({ distance: double(0, 20_000), bearing: double(0, 360), radius: double(1, 25_000) });
		fc.assert(
			fc.property(place, circle, ({ latitude, longitude, path, points }, { distance, bearing, radius }) => {
				const cell = cellAround(latitude, longitude, path);
				const center = destination(latitude, longitude, distance, bearing);
				const geometry = new Float64Array(4);
				writeUnitVector(center.latitude, center.longitude, geometry, 0);
				const angle = circleAngle(squaredChord(radius));
				expect(angle * EARTH_RADIUS).toBeCloseTo(radius, 3);
				const relation = classifyCircle(measureCell(cell), geometry, 0, angle);
				if (relation === "border") return;
				decided++;
				const { west, south, east, north } = cell.box;
				for (const [fx, fy] of [...points, ...corners]) {
					const y = Math.max(-90, Math.min(90, south + (north - south) * fy));
					const away = haversine(y, west + (east - west) * fx, center.latitude, center.longitude) - radius;
					if (relation === "inside") expect(away).toBeLessThan(0);
					else expect(away).toBeGreaterThan(0);
				}
			}),
			{ numRuns: runs(3_000) },
		);
		expect(decided).toBeGreaterThan(runs(500));
	});

	test("polygons", () => {
		let decided = 0;
		const star = fc.record({
			dx: double(-0.1, 0.1),
			dy: double(-0.1, 0.1),
			radii: fc.array(double(0.001, 0.3), { minLength: 3, maxLength: 12 }),
		});
		const middle = place.filter(({ latitude, longitude }) => Math.abs(latitude) < 89 && Math.abs(longitude) < 179);
		fc.assert(
			fc.property(middle, star, ({ latitude, longitude, path, points }, { dx, dy, radii }) => {
				const cell = cellAround(latitude, longitude, path);
				const ring = starRing(longitude + dx, latitude + dy, radii);
				const starts = Uint32Array.of(0, ring.length);
				const polygons = new PolygonGeometry(Uint32Array.of(0, 1), starts, Float64Array.from(ring.flat()));
				const relation = classifyPolygon(measureCell(cell), polygons, 0);
				if (relation === "border") return;
				decided++;
				const { west, south, east, north } = cell.box;
				for (const [fx, fy] of [...points, ...corners]) {
					const inside = polygons.contains(0, west + (east - west) * fx, south + (north - south) * fy);
					expect(inside).toBe(relation === "inside");
				}
			}),
			{ numRuns: runs(3_000) },
		);
		expect(decided).toBeGreaterThan(runs(500));
	});
});

test("every place has a row, at the poles and just before the antimeridian too", () => {
	expect([-90, -89.99, 0, 89.99, 90].map((latitude) => Math.floor(rowPosition(latitude)))).toEqual([
		0, 0, 1440, 2879, 2879,
	]);
});

test("more sets than 16 bits can number", async () => {
	const setCount = 70_000;
	const circle = { latitude: 10, longitude: 10, radius: 20_000 };
	const fences: FenceInput[] = [0, 65_535, 65_536, 69_999].map((set) => ({ set, circle }));
	const filter = openTargetingFile(await proximityBytes(setCount, fences)) as ProximityFilter;
	expect(filter.match(10, 10)).toEqual([0, 65_535, 65_536, 69_999]);
	expect(filter.match(10.5, 10)).toEqual([]);
});

test("large fences work beside small ones of the same sets", async () => {
	const fences: FenceInput[] = [
		{ set: 1, circle: { latitude: 50, longitude: 10, radius: 900_000 } },
		{ set: 0, circle: { latitude: 50, longitude: 10, radius: 500 } },
		{ set: 1, circle: { latitude: 50, longitude: 10, radius: 500 } },
		{
			set: 2,
			polygons: [
				[
					[
						[0, 40],
						[20, 40],
						[20, 60],
						[0, 60],
					],
				],
			],
		},
	];
	const filter = openTargetingFile(await proximityBytes(3, fences)) as ProximityFilter;
	expect(filter.meta.counts).toMatchObject({ circles: 3, large_circles: 1, polygons: 1, large_polygons: 1 });
	expect(filter.match(50, 10)).toEqual([0, 1, 2]);
	expect(filter.match(51, 10)).toEqual([1, 2]);
	expect(filter.match(41.5, 19)).toEqual([2]);
	expect(filter.match(50, 22)).toEqual([1]);
});
