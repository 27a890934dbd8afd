import { describe, expect, test } from "vitest";
import { normalizeFeature, normalizeGeofence } from "./normalize-geofence";
import { circle, square, squareRing } from "./testing";

const polygon = (...rings: unknown[]) => ({ type: "Feature", geometry: { type: "Polygon", coordinates: rings } });
const multi = (coordinates: unknown) => ({ type: "Feature", geometry: { type: "MultiPolygon", coordinates } });

describe("shapes that are read with a word", () => {
	const taken = (value: unknown) => {
		const judged = normalizeGeofence(value);
		if (!("geofence" in judged)) throw new Error(judged.refused);
		return judged;
	};
	const coordinatesOf = (value: unknown) => taken(value).geofence.geometry.coordinates;
	const open = squareRing(10, 10, 1).slice(0, 4);
	const line: [number, number][] = [
		[11, 11],
		[12, 12],
		[13, 13],
		[11, 11],
	];

	test("a ring that is open is closed, and said to be", () => {
		expect(taken(polygon(open))).toEqual({
			geofence: { ...square(10, 10, 1), properties: {} },
			ringClosed: true,
		});
		expect(coordinatesOf(polygon(open.slice(0, 3)))).toEqual([[...open.slice(0, 3), open[0]]]);
	});

	test("holes and polygons without area are dropped, and said to be", () => {
		const kept = { ...square(10, 10, 4), properties: {} };
		for (const hole of [line, [], [[11, 11]], [...line.slice(0, 3), ...line.slice(0, 2).reverse()]]) {
			expect(taken(polygon(squareRing(10, 10, 4), hole)), JSON.stringify(hole)).toEqual({
				geofence: kept,
				partDropped: true,
			});
		}
		expect(taken(multi([[line], [squareRing(10, 10, 4)]]))).toEqual({
			geofence: { ...kept, geometry: { type: "MultiPolygon", coordinates: [[squareRing(10, 10, 4)]] } },
			partDropped: true,
		});
	});

	const twice = [...squareRing(0, 0, 1), ...squareRing(0, 0, 1).slice(1)];
	const divided: [number, number][] = [[0.5, 0], ...squareRing(0, 0, 1).slice(1), [0.5, 0]];
	test.each<[string, unknown, string]>([
		["a line", polygon(line), "ring 1 covers nothing"],
		[
			"there and back along a parallel",
			polygon([
				[-180, -70],
				[0, -70],
				[180, -70],
				[0, -70],
				[-180, -70],
			]),
			"ring 1 covers nothing",
		],
		["a ring twice round", polygon(twice), "ring 1 covers nothing"],
		[
			"a hole like its outline",
			polygon(squareRing(0, 0, 1), squareRing(0, 0, 1).reverse()),
			"ring 1 covers nothing: its holes",
		],
		["the same with other positions", polygon(squareRing(0, 0, 1), divided), "ring 1 covers nothing: its holes"],
		["polygons of lines", multi([[line], [line]]), "ring 1 of polygon 1 covers nothing"],
		["an outline of a line with a hole", polygon(line, squareRing(10, 10, 4)), "ring 1 covers nothing"],
	])("what covers nothing is refused, naming the ring: %s", (_what, value, reason) => {
		expect(normalizeGeofence(value)).toEqual({ refused: expect.stringContaining(reason) });
	});

	test("a hole outside of its outline is refused, naming the ring", () => {
		for (const hole of [squareRing(40, 10, 1), squareRing(12, 10, 1), squareRing(-179.5, 10, 1)]) {
			expect(normalizeGeofence(polygon(squareRing(10, 10, 2), squareRing(11, 11, 0.5), hole))).toEqual({
				refused: "ring 3 lies outside of its outline, ring 1: make it a polygon of its own",
			});
		}
	});

	test("rings that cross or lie thinly cover something", () => {
		expect(
			taken(
				polygon([
					[10, 10],
					[12, 12],
					[12, 10],
					[10, 12],
					[10, 10],
				]),
			),
		).not.toHaveProperty("partDropped");
		expect(
			taken(
				polygon([
					[10, 10],
					[20, 20],
					[20, 20.0000001],
					[10, 10],
				]),
			),
		).toHaveProperty("geofence");
	});

	test("longitudes beyond 180 are wrapped with the whole shape", () => {
		expect(coordinatesOf({ ...circle(190, 5), properties: { radius: 10 } })).toEqual([-170, 5]);
		expect(coordinatesOf(polygon(squareRing(178, 0, 4)))).toEqual([
			[
				[178, 0],
				[-178, 0],
				[-178, 4],
				[178, 4],
				[178, 0],
			],
		]);
		// As wide as this, an edge would be taken for the short way.
		expect(
			coordinatesOf(
				polygon([
					[0, 0],
					[200, 0],
					[200, 5],
					[0, 5],
					[0, 0],
				]),
			),
		).toEqual([
			[
				[0, 0],
				[100, 0],
				[-160, 0],
				[-160, 5],
				[100, 5],
				[0, 5],
				[0, 0],
			],
		]);
		expect(
			normalizeGeofence(
				polygon([
					[-190, 0],
					[190, 0],
					[190, 5],
					[-190, 0],
				]),
			),
		).toEqual({
			refused: "ring 1 must cover at most 360 degrees of longitude, and covers 380",
		});
	});

	test("what passes a bound by rounding is put on it", () => {
		expect(
			coordinatesOf(
				polygon([
					[178, 65],
					[180.000002, 65],
					[180.000002, 69],
					[178, 69],
					[178, 65],
				]),
			),
		).toEqual([
			[
				[178, 65],
				[180, 65],
				[180, 69],
				[178, 69],
				[178, 65],
			],
		]);
		expect(coordinatesOf(circle(-180.000009, 90.000009))).toEqual([-180, 90]);
	});

	test.each<[string, [number, number][], boolean]>([
		[
			"without an edge at the pole",
			[
				[-180, -70],
				[-90, -72],
				[0, -70],
				[90, -65],
				[180, -70],
				[-180, -70],
			],
			false,
		],
		[
			"not closed",
			[
				[-180, -70],
				[-90, -72],
				[0, -70],
				[90, -65],
				[180, -70],
			],
			false,
		],
		[
			"along the pole",
			[
				[-180, -90],
				[180, -90],
				[180, -70],
				[0, -65],
				[-180, -70],
				[-180, -90],
			],
			true,
		],
		[
			"down to a parallel",
			[
				[-180, -60],
				[180, -60],
				[180, -70],
				[0, -65],
				[-180, -70],
				[-180, -60],
			],
			true,
		],
		[
			"a band",
			[
				[-180, -30],
				[180, -30],
				[180, 30],
				[-180, 30],
				[-180, -30],
			],
			true,
		],
	])("a ring once round the world: %s", (_what, ring, accepted) => {
		expect(normalizeGeofence(polygon(ring))).toEqual(
			accepted ? { geofence: expect.anything() } : { refused: expect.stringContaining("must not go round a pole") },
		);
	});

	test("the parts of collections are geofences of their own", () => {
		const shared = { radius: 500, name: "Shop" };
		const points = {
			type: "MultiPoint",
			coordinates: [
				[10, 10],
				[11, 9],
			],
		};
		const geometries = [{ type: "GeometryCollection", geometries: [square(1, 1, 1).geometry] }, points];
		const feature = { type: "Feature", properties: shared, geometry: { type: "GeometryCollection", geometries } };
		expect(normalizeFeature(feature)).toEqual([
			{ geofence: square(1, 1, 1, { name: "Shop" }) },
			{ geofence: circle(10, 10, shared), part: true },
			{ geofence: circle(11, 9, shared), part: true },
		]);
		expect(normalizeGeofence(feature)).toEqual({ refused: "must hold exactly one geofence" });
		points.coordinates.push([12, 95]);
		expect(normalizeFeature(feature)).toEqual({ refused: "part 4: latitude must be from -90 to 90, and is 95" });
	});
});
