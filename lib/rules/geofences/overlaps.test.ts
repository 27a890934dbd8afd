import fc from "fast-check";
import { expect, test } from "vitest";
import { starRing } from "@/lib/formats/oracles";
import { covers } from "./covers";
import type { Geofence, Position } from "./geofence";
import { normalizeGeofence } from "./normalize-geofence";
import { overlaps } from "./overlaps";
import { circle, square } from "./testing";

const geofence = (feature: object): Geofence => {
	const read = normalizeGeofence(feature);
	if (!("geofence" in read)) throw new Error(JSON.stringify(read));
	return read.geofence;
};
const circleAt = (longitude: number, latitude: number, radius: number) =>
	geofence(circle(longitude, latitude, { radius }));
const squareAt = (west: number, south: number, size: number) => geofence(square(west, south, size));
const polygon = (...rings: Position[][]) =>
	geofence({ type: "Feature", geometry: { type: "Polygon", coordinates: rings }, properties: {} });
const ring = (west: number, south: number, east: number, north: number): Position[] => [
	[west, south],
	[east, south],
	[east, north],
	[west, north],
	[west, south],
];

const ringed = polygon(ring(0, 0, 10, 10), ring(2, 2, 8, 8));

test.each<[what: string, one: Geofence, other: Geofence, expected: boolean]>([
	["two circles that meet", circleAt(13.4, 52.5, 500), circleAt(13.41, 52.5, 300), true],
	["two circles 678 m apart", circleAt(13.4, 52.5, 300), circleAt(13.41, 52.5, 300), false],
	["circles on both sides of the antimeridian", circleAt(179.999, 0, 200), circleAt(-179.999, 0, 200), true],
	["a circle within a square", circleAt(5, 5, 100), squareAt(0, 0, 10), true],
	["a circle that reaches over an edge", circleAt(10.001, 5, 200), squareAt(0, 0, 10), true],
	["a circle beside a square", circleAt(10.01, 5, 200), squareAt(0, 0, 10), false],
	["a square within a circle", squareAt(5, 5, 0.001), circleAt(5, 5, 5_000), true],
	["a circle within a hole", circleAt(5, 5, 1_000), ringed, false],
	["a circle that fills a hole", circleAt(5, 5, 500_000), ringed, true],
	["squares that cross", squareAt(0, 0, 2), squareAt(1, 1, 2), true],
	["squares like a cross, no corner in the other", polygon(ring(0, 1, 3, 2)), polygon(ring(1, 0, 2, 3)), true],
	["squares that share an edge", squareAt(0, 0, 1), squareAt(1, 0, 1), true],
	["squares apart", squareAt(0, 0, 1), squareAt(2, 0, 1), false],
	["a square within a square", squareAt(0, 0, 9), squareAt(3, 3, 1), true],
	["a square within a hole", squareAt(4, 4, 1), ringed, false],
	["squares across the antimeridian", polygon(ring(179, 0, 181, 1)), polygon(ring(-180, 0, -179, 1)), true],
])("%s", (_, one, other, expected) => {
	expect([overlaps(one, other), overlaps(other, one)]).toEqual([expected, expected]);
});

const within = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const stars = fc
	.tuple(within(-4, 4), within(-4, 4), fc.array(within(0.5, 3), { minLength: 3, maxLength: 8 }))
	.map(([x, y, radii]) => polygon(starRing(x, y, radii)));
const circles = fc
	.tuple(within(-4, 4), within(-4, 4), within(1_000, 400_000))
	.map(([x, y, radius]) => circleAt(x, y, radius));
const shapes = fc.oneof(stars, circles);

test("geofences that both cover a position overlap", () => {
	const near = fc.array(fc.tuple(within(-6, 6), within(-6, 6)), { minLength: 20, maxLength: 20 });
	fc.assert(
		fc.property(shapes, shapes, near, (one, other, positions) => {
			const shared = positions.some(([x, y]) => covers(one, y, x) && covers(other, y, x));
			if (shared) expect([overlaps(one, other), overlaps(other, one)]).toEqual([true, true]);
		}),
		{ seed: 20_261_125, numRuns: 2_000 },
	);
});
