import { describe, expect, test } from "vitest";
import { GEOFENCE_LIMITS } from "./geofence";
import { normalizeGeofence } from "./normalize-geofence";
import { circle, square, squareRing } from "./testing";

const polygon = (...rings: unknown[]) => ({ type: "Feature", geometry: { type: "Polygon", coordinates: rings } });
const multi = (coordinates: unknown) => ({ type: "Feature", geometry: { type: "MultiPolygon", coordinates } });

/** A ring of `count` positions. */
function ringOf(count: number): [number, number][] {
	const ring = Array.from({ length: count - 1 }, (_, index): [number, number] => [index / count, (index % 7) / 7]);
	return [...ring, ring[0] as [number, number]];
}

describe("accepted features", () => {
	test("a circle keeps its radius and name, and nothing else", () => {
		const feature = {
			...circle(13.4, 52.5, { radius: 250, name: " Café ", color: "red" }),
			id: 7,
			bbox: [1, 2, 3, 4],
		};
		expect(normalizeGeofence(feature)).toEqual({
			geofence: {
				type: "Feature",
				geometry: { type: "Point", coordinates: [13.4, 52.5] },
				properties: { radius: 250, name: "Café" },
			},
		});
	});

	test.each([[{}], [{ radius: null, name: null }], [{ name: "" }], [{ name: "  " }]])(
		"a circle without properties has the default radius: %j",
		(properties) => {
			expect(normalizeGeofence(circle(0, 0, properties))).toEqual({
				geofence: circle(0, 0, { radius: GEOFENCE_LIMITS.defaultRadius }),
				defaultRadius: true,
			});
		},
	);

	test("properties may be absent or null, a name may be a number", () => {
		expect(normalizeGeofence({ ...circle(1, 2), properties: null })).toHaveProperty("geofence");
		expect(normalizeGeofence({ ...circle(1, 2), properties: undefined })).toHaveProperty("geofence");
		expect(normalizeGeofence(circle(1, 2, { name: 4711 }))).toHaveProperty("geofence.properties.name", "4711");
	});

	test.each([
		[-180, -90],
		[180, 90],
	])("the extremes of the coordinates are valid: %d, %d", (longitude, latitude) => {
		expect(normalizeGeofence(circle(longitude, latitude))).toHaveProperty("geofence");
	});

	test.each([GEOFENCE_LIMITS.minRadius, GEOFENCE_LIMITS.maxRadius])("a radius of %d meters", (radius) => {
		expect(normalizeGeofence(circle(0, 0, { radius }))).toHaveProperty("geofence.properties.radius", radius);
	});

	test("a polygon with a hole loses its altitudes and its radius", () => {
		const high = squareRing(0, 0, 4).map(([longitude, latitude]) => [longitude, latitude, 30]);
		const feature = { ...polygon(high, squareRing(1, 1, 1)), properties: { radius: 5, name: "Park" } };
		expect(normalizeGeofence(feature)).toEqual({
			geofence: {
				type: "Feature",
				geometry: { type: "Polygon", coordinates: [squareRing(0, 0, 4), squareRing(1, 1, 1)] },
				properties: { name: "Park" },
			},
		});
	});

	test("a ring that is open by rounding alone is closed", () => {
		const ring = squareRing(0, 0, 1);
		ring[4] = [1e-10, -1e-10];
		expect(normalizeGeofence(polygon(ring))).toHaveProperty("geofence.geometry.coordinates", [squareRing(0, 0, 1)]);
	});

	test("a multipolygon", () => {
		const coordinates = [[squareRing(0, 0, 1)], [squareRing(5, 5, 4), squareRing(6, 6, 1)]];
		expect(normalizeGeofence(multi(coordinates))).toHaveProperty("geofence.geometry.coordinates", coordinates);
	});

	test("as many positions as the limit", () => {
		expect(normalizeGeofence(polygon(ringOf(GEOFENCE_LIMITS.positions)))).toHaveProperty("geofence");
	});
});

describe("rejected features", () => {
	const feature = (geometry: unknown) => ({ type: "Feature", properties: {}, geometry });
	test.each<[string, unknown, string]>([
		["null", null, "not a GeoJSON Feature"],
		["a number", 4, "not a GeoJSON Feature"],
		["a list", [], "not a GeoJSON Feature"],
		["a geometry", { type: "Point", coordinates: [0, 0] }, "not a GeoJSON Feature"],
		["no geometry", { type: "Feature", properties: {} }, "geometry is missing"],
		["null geometry", feature(null), "geometry is missing"],
		["properties that are a list", { ...circle(0, 0), properties: [] }, "properties must be an object"],
		["a line", feature({ type: "LineString", coordinates: [] }), "is LineString, and a line covers nothing"],
		["an invalid type", feature({ type: { a: 1 } }), "geometry.type must be Point, Polygon, MultiPolygon"],
		["an empty collection", feature({ type: "GeometryCollection", geometries: [] }), "must be a list of geometries"],
		["no points", feature({ type: "MultiPoint", coordinates: [] }), "must be a list of positions"],
		["a circle", feature({ type: "Circle", coordinates: [10, 10], radius: 200 }), "and is Circle"],
		["no coordinates", feature({ type: "Point" }), "must be a position"],
		["one coordinate", feature({ type: "Point", coordinates: [1] }), "must be a position"],
		["coordinates as text", feature({ type: "Point", coordinates: ["1", "2"] }), "as numbers"],
		["null coordinates", feature({ type: "Point", coordinates: [null, null] }), "as numbers"],
		[
			"longitude beyond 360",
			circle(360.1, 0),
			"longitude must be from -180 to 180, or run on to 360 at most, and is 360.1",
		],
		["a latitude beyond rounding", circle(0, 90.00001), "latitude must be from -90 to 90, and is 90.00001"],
		["latitude beyond 90", circle(0, -90.5), "latitude must be from -90 to 90, and is -90.5"],
		["an infinite latitude", JSON.parse(JSON.stringify(circle(0, 0)).replace(",0]", ",1e999]")), "latitude must be"],
		["not a number", circle(Number.NaN, 0), "longitude must be"],
		["radius 0", circle(0, 0, { radius: 0 }), "radius must be from 1 meter to 1,000,000 meters, and is 0"],
		["radius below 0", circle(0, 0, { radius: -5 }), "and is -5"],
		["a radius in kilometers", circle(0, 0, { radius: 0.5 }), "and is 0.5"],
		["a huge radius", circle(0, 0, { radius: 1_000_001 }), "and is 1000001"],
		["radius as text", circle(0, 0, { radius: "100" }), "must be a number of meters"],
		["name as object", circle(0, 0, { name: {} }), "properties.name must be a string"],
		["long name", circle(0, 0, { name: "x".repeat(201) }), "more than 200 characters"],
		["NUL in a name", circle(0, 0, { name: "a\0b" }), "not valid text"],
		["a lone surrogate", circle(0, 0, { name: "a\ud800b" }), "not valid text"],
		["no rings", polygon(), "must be a list of rings"],
		["a ring that is a number", polygon(5), "a ring must be a list"],
		["a position for a ring", polygon([0, 0]), "a position of a ring must be a position"],
		["a position that is null", polygon([null, [0, 1], [1, 1], [0, 0]]), "a position of a ring must be a position"],
		[
			"a ring of two points",
			polygon([
				[0, 0],
				[1, 0],
				[0, 0],
				[1, 0],
				[0, 0],
			]),
			"three different positions",
		],
		[
			"a point as a ring",
			polygon([
				[0, 0],
				[0, 0],
				[0, 0],
				[0, 0],
			]),
			"three different positions",
		],
		[
			"a bad hole",
			polygon(squareRing(0, 0, 3), [
				[1, 1],
				[2, 2],
				[2, 1],
				[1, 300],
			]),
			"latitude must be",
		],
		["too many positions", polygon(ringOf(150_000), ringOf(100_001)), "more than 250,000 positions"],
		["too many altogether", multi([[ringOf(150_000)], [ringOf(100_001)]]), "more than 250,000 positions"],
		[
			"a ring around a pole",
			polygon([
				[0, 80],
				[120, 80],
				[-120, 80],
				[0, 80],
			]),
			"must not go round a pole",
		],
		["no polygons", multi([]), "must be a list of polygons"],
		["polygons of no rings", multi([[]]), "must be a list of rings"],
		["polygons as an object", multi({ length: 1 }), "must be a list of polygons"],
	])("%s", (_case, value, reason) => {
		expect(normalizeGeofence(value)).toEqual({ refused: expect.stringContaining(reason) });
	});

	test("normalizing is idempotent", () => {
		const wide = polygon([
			[100, 0],
			[300, 0],
			[300, 5],
			[100, 5],
			[100, 0],
		]);
		for (const value of [circle(1, 2, { name: "x" }), square(1, 2, 3), multi([[squareRing(0, 0, 1)]]), wide]) {
			const first = normalizeGeofence(value);
			if (!("geofence" in first)) throw new Error(first.refused);
			expect(normalizeGeofence(first.geofence)).toEqual({ geofence: first.geofence });
		}
	});
});
