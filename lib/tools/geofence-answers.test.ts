import fc from "fast-check";
import { expect, test } from "vitest";
import { fenceHolds } from "@/components/kit/map/fence-index";
import { fenceShape } from "@/components/kit/map/fence-shape";
import { fenceInputOf } from "@/lib/engine/build-threads/fence-input-of";
import { encodeGeofenceChunks } from "@/lib/engine/geofences/chunks";
import { findGeofences } from "@/lib/engine/inspection/find-geofences";
import { fenceArrays, fencesAt } from "@/lib/formats/fences-at";
import { openTargetingFile, type ProximityFilter } from "@/lib/formats/open";
import { starRing } from "@/lib/formats/oracles";
import { proximityBytes } from "@/lib/formats/testing";
import { boundsOf } from "@/lib/rules/geofences/bounds";
import { polygonsOf } from "@/lib/rules/geofences/covers";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { normalizeGeofence } from "@/lib/rules/geofences/normalize-geofence";
import { runs } from "@/lib/tools/testing/runs";

fc.configureGlobal({ seed: 20_261_125 });

/** Degrees around an edge within which a picture may differ from a lookup. */
const NEAR = 0.06;
const DEGREES_PER_PIXEL = 0.01;

const double = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const longitudes = fc.oneof(
	fc.constantFrom(-180, -179, -100, -90, -10, 0, 10, 80, 90, 100, 170, 180),
	double(-180, 180),
);
const latitudes = fc.oneof(fc.constantFrom(-90, -80, -30, 0, 30, 60, 80, 90), double(-90, 90));
const positions = fc.tuple(longitudes, latitudes);

/** A box as written, whatever its width; steps may be of exactly 180 and 360 degrees. */
const boxes = fc
	.tuple(
		fc.oneof(fc.tuple(longitudes, longitudes), fc.constantFrom([-180, 180], [-90, 90], [0, 180])),
		latitudes,
		latitudes,
	)
	.map(([[west, east], south, north]): Position[] => [
		[west as number, south],
		[east as number, south],
		[east as number, north],
		[west as number, north],
		[west as number, south],
	]);
/** A star that may run beyond 180, or jump there. */
const stars = fc
	.tuple(longitudes, double(-60, 60), fc.array(double(1, 25), { minLength: 3, maxLength: 12 }), fc.boolean())
	.map(([longitude, latitude, radii, jumps]) =>
		starRing(longitude, latitude, radii).map(([x, y]): Position => [jumps ? within180(x) : x, y]),
	);
const tangles = fc
	.array(positions, { minLength: 3, maxLength: 9 })
	.map((ring): Position[] => [...ring, ring[0] as Position]);
/** Of two poles, with and without an edge along the pole. */
const caps = fc
	.tuple(fc.constantFrom(90, -90), double(30, 80), fc.boolean())
	.map(([pole, edge, closed]): Position[] => {
		const at = Math.sign(pole) * edge;
		const rim: Position[] = [-180, -60, 60, 180].map((longitude, place) => [longitude, at + (place % 2)]);
		const ends: Position[] = closed
			? [
					[180, pole],
					[-180, pole],
				]
			: [];
		return [...rim, ...ends, rim[0] as Position];
	});
const rings = fc.oneof(boxes, stars, tangles, caps);
const polygons = fc.array(rings, { minLength: 1, maxLength: 4 });
const circles = fc.record({
	type: fc.constant("Point"),
	coordinates: fc.tuple(longitudes, fc.oneof(latitudes, double(84, 90))),
	radius: double(1, 1_000_000),
});
const geometries = fc.oneof(
	{ weight: 6, arbitrary: polygons.map((coordinates) => ({ type: "Polygon", coordinates })) },
	{
		weight: 2,
		arbitrary: fc
			.array(polygons, { minLength: 1, maxLength: 3 })
			.map((coordinates) => ({ type: "MultiPolygon", coordinates })),
	},
	{ weight: 2, arbitrary: circles },
);

const within180 = (x: number) => (x > 180 ? x - 360 : x < -180 ? x + 360 : x);

function taken(geometry: { type: string; radius?: number }): Geofence[] {
	const { radius, ...rest } = geometry;
	const judged = normalizeGeofence({
		type: "Feature",
		properties: radius === undefined ? {} : { radius },
		geometry: rest,
	});
	if ("geofence" in judged) return [judged.geofence];
	// Holes outside of their outline were taken once, and are stored.
	const written =
		JSON.stringify(geometry)
			.match(/-?\d+(\.\d+)?(e-?\d+)?/g)
			?.map(Number) ?? [];
	const isStored = judged.refused.includes("lies outside of its outline") && written.every((at) => Math.abs(at) <= 180);
	const stored = { type: "Feature", properties: {}, geometry: rest } as Geofence;
	return isStored && isReadable(stored) ? [stored] : [];
}

function isReadable(fence: Geofence): boolean {
	try {
		return boundsOf(fence) !== undefined;
	} catch {
		return false;
	}
}

/** The rule once more, written to be read and not to be fast: longitudes of a ring that run on. */
function runOn(ring: readonly Position[]): Position[] {
	const steps = ring.slice(1).map(([longitude], place) => longitude - (ring[place] as Position)[0]);
	const jumps = steps.some((step) => Math.abs(step) > 180 && Math.abs(step) < 360);
	let at = (ring[0] as Position)[0];
	return ring.map(([, latitude], place): Position => {
		const step = steps[place - 1] ?? 0;
		at += jumps && Math.abs(step) > 180 ? step - Math.sign(step) * 360 : step;
		return [at, latitude];
	});
}

const crosses = ([ax, ay]: Position, [bx, by]: Position, [x, y]: Position) =>
	ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;

/** Crossings of a ray to the east, on the plane. */
function isOdd(all: readonly (readonly Position[])[], point: Position): boolean {
	let odd = false;
	for (const ring of all) {
		for (let i = 1; i < ring.length; i += 1) {
			if (crosses(ring[i - 1] as Position, ring[i] as Position, point)) odd = !odd;
		}
	}
	return odd;
}

const turns = [-720, -360, 0, 360, 720];
const expected = (polygon: readonly Position[][], [x, y]: Position) =>
	turns.reduce((odd, turn) => odd !== isOdd(polygon.map(runOn), [x + turn, y]), false);

function distance([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
	const [dx, dy] = [bx - ax, by - ay];
	const share =
		dx === 0 && dy === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
	return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

function isNearEdge(fence: Geofence, [x, y]: Position, near: number): boolean {
	return polygonsOf(fence).some((polygon) =>
		polygon
			.map(runOn)
			.some((ring) =>
				ring.some((to, place) => turns.some((turn) => distance([x + turn, y], ring[place - 1] ?? to, to) < near)),
			),
	);
}

const mercator = ([longitude, latitude]: Position): Position => {
	const bounded = (Math.max(-85.051129, Math.min(85.051129, latitude)) * Math.PI) / 180;
	return [longitude, (Math.log(Math.tan(Math.PI / 4 + bounded / 2)) * 180) / Math.PI];
};

/** As maps draw it: outlines without their holes, with straight lines on the projection. */
function isDrawn(fence: Geofence, point: Position): boolean {
	const { area } = fenceShape(fence, 1_000, DEGREES_PER_PIXEL);
	const [x, y] = mercator(point);
	return turns.some((turn) =>
		area.some((polygon) => {
			const [outline, ...holes] = polygon.map((ring) => isOdd([ring.map(mercator)], [x + turn, y]));
			return outline === true && !holes.includes(true);
		}),
	);
}

/** Meters from the rim of a circle; no other shape is near it. */
function isNearRim(fence: Geofence, [longitude, latitude]: Position): boolean {
	if (fence.geometry.type !== "Point") return false;
	const radians = Math.PI / 180;
	const [centerLongitude, centerLatitude] = fence.geometry.coordinates;
	const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
	const chord =
		half(latitude - centerLatitude) +
		Math.cos(latitude * radians) * Math.cos(centerLatitude * radians) * half(longitude - centerLongitude);
	const meters = 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(chord)));
	const { radius } = fence.properties as { radius: number };
	// A circle is drawn with 96 corners and more.
	return Math.abs(meters - radius) < radius * 0.01 + 5_000;
}

async function answers(fences: readonly Geofence[]) {
	const bytes = await proximityBytes(
		fences.length,
		fences.map((fence, set) => fenceInputOf(set, fence)),
	);
	const file = openTargetingFile(bytes) as ProximityFilter;
	const chunks: Uint8Array[] = [];
	for (const fence of fences) for await (const { content } of encodeGeofenceChunks([fence])) chunks.push(content);
	async function* chunksOf(set: number) {
		yield chunks[set] as Uint8Array;
	}
	return async ([longitude, latitude]: Position) => {
		const job = { task: "point", setCount: fences.length, latitude, longitude } as const;
		const { sets } = await findGeofences(job, chunksOf, new AbortController().signal);
		const inFile = fencesAt(fenceArrays(bytes), latitude, longitude).map(({ set }) => set);
		return {
			contents: sets.map(({ set }) => set),
			file: [...new Set(inFile)].sort((a, b) => a - b),
			agent: file.match(latitude, longitude),
			map: fences.flatMap((fence, set) => (fenceHolds(fence, [longitude, latitude]) ? [set] : [])),
		};
	};
}

test("contents, file, agent and map give one answer for any rings, and it is that of the even-odd rule", async () => {
	const seen = { taken: 0, refused: 0, inside: 0, drawn: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.array(geometries, { minLength: 4, maxLength: 12 }),
			fc.array(
				fc.oneof(
					positions,
					positions.map(([x, y]): Position => [x, y * 0.9]),
				),
				{ minLength: 20, maxLength: 30 },
			),
			async (drawn, points) => {
				const fences = drawn.flatMap(taken);
				seen.taken += fences.length;
				seen.refused += drawn.length - fences.length;
				if (fences.length === 0) return;
				const answersAt = await answers(fences);
				const corners = fences.flatMap((fence) => polygonsOf(fence).flat(2)).slice(0, 10);
				for (const point of [...points, ...corners] as Position[]) {
					const where = `${point} of ${JSON.stringify(fences)}`;
					const { contents, file, agent, map } = await answersAt(point);
					expect(file, where).toEqual(contents);
					expect(agent, where).toEqual(contents);
					expect(map, where).toEqual(contents);
					for (const [set, fence] of fences.entries()) {
						const inside = contents.includes(set);
						const [west, south, east, north] = boundsOf(fence);
						if (inside) {
							seen.inside += 1;
							const within = point[0] >= west && point[0] <= east && point[1] >= south && point[1] <= north;
							expect(within || Math.abs(point[0]) === 180, where).toBe(true);
						}
						if (isNearEdge(fence, point, 1e-7)) continue;
						if (fence.geometry.type !== "Point") {
							const covered = polygonsOf(fence).some((polygon) => expected(polygon, point));
							expect(inside, `${set}, ${where}`).toBe(covered);
						}
						if (Math.abs(point[1]) > 80 || isNearEdge(fence, point, NEAR) || isNearRim(fence, point)) continue;
						seen.drawn += 1;
						expect(isDrawn(fence, point), `drawn ${set}, ${where}`).toBe(inside);
					}
				}
			},
		),
		{ numRuns: runs(400) },
	);
	expect(seen.taken).toBeGreaterThan(runs(1_500));
	expect(seen.inside).toBeGreaterThan(runs(10_000));
	expect(seen.drawn).toBeGreaterThan(runs(25_000));
});
