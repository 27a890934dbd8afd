import { expect, test } from "vitest";
import { bufferLines } from "./buffer-lines";
import { covers } from "./covers";
import type { Geofence } from "./geofence";
import { parseGeofences } from "./parse";
import { inPieces } from "./testing";

const METERS = 111_195;

async function read(body: string, bufferMeters?: number) {
	const rows = [];
	const options = { maxBytes: 1e9, ...(bufferMeters === undefined ? {} : { bufferMeters }) };
	for await (const row of parseGeofences(inPieces(body), options)) rows.push(row);
	return rows;
}
const line = (...coordinates: number[][]) =>
	JSON.stringify({ type: "Feature", properties: { name: "Way" }, geometry: { type: "LineString", coordinates } });
async function bufferOf(body: string, meters: number): Promise<Geofence> {
	const [row] = await read(body, meters);
	if (row === undefined || !("geofence" in row)) throw new Error(JSON.stringify(row));
	return row.geofence;
}

test("a line without a buffer is refused, and told how it becomes an area", async () => {
	expect(await read(line([1, 1], [2, 2]))).toEqual([
		{
			line: 1,
			refused:
				"Geometry.type is LineString, and a line covers nothing: import it with a buffer (buffer_meters), or draw an area.",
		},
	]);
});

test("a buffer covers what lies within its meters of a line, and nothing beyond", async () => {
	const way = await bufferOf(line([13, 60], [14, 60], [14, 61]), 1_000);
	const east = METERS * Math.cos((60 * Math.PI) / 180);
	for (const [latitude, longitude, inside] of [
		[60 + 990 / METERS, 13.5, true],
		[60 + 1_050 / METERS, 13.5, false],
		[60.5, 14 + 980 / east, true],
		[60.5, 14 + 1_050 / east, false],
		[60, 13 - 990 / east, true],
		[60, 13 - 1_050 / east, false],
		// At the corner two steps overlap.
		[60, 14, true],
		[60 - 600 / METERS, 14 + 600 / east, true],
		[60.5, 13.5, false],
	] as const) {
		expect([latitude, longitude, covers(way, latitude, longitude)]).toEqual([latitude, longitude, inside]);
	}
	expect(way.properties).toEqual({ name: "Way" });
});

test("a line across the antimeridian takes the short way", async () => {
	const way = await bufferOf(line([179.6, -17], [-179.6, -17]), 5_000);
	for (const longitude of [179.6, 179.99, -179.99, -179.6, 180]) expect(covers(way, -17.01, longitude)).toBe(true);
	for (const longitude of [179.4, -179.4, 0]) expect(covers(way, -17.01, longitude)).toBe(false);
});

test("lines of collections and of tables have buffers, and other shapes stay", async () => {
	const geometries = [
		{
			type: "MultiLineString",
			coordinates: [
				[
					[1, 1],
					[1, 1.1],
				],
				[
					[5, 5],
					[5, 5.1],
				],
			],
		},
		{ type: "Point", coordinates: [8, 8] },
	];
	const rows = await read(JSON.stringify({ type: "GeometryCollection", geometries }), 100);
	expect(rows).toMatchObject([
		{ geofence: { geometry: { type: "MultiPolygon" } } },
		{ geofence: { geometry: { type: "Point" } } },
	]);
	expect(await read('wkt\n"LINESTRING (1 1, 1 1.1)"\n', 100)).toMatchObject([
		{ geofence: { geometry: { type: "MultiPolygon" } } },
	]);
});

test.each([
	[
		"beyond latitude 89",
		[
			[0, 88],
			[0, 89],
		],
	],
	["at least two positions", [[0, 0]]],
	[
		"latitude must be from -90 to 90",
		[
			[0, 0],
			[0, 91],
		],
	],
	["at most 13,157 steps", Array.from({ length: 20_000 }, (_, index) => [index / 1_000, 0])],
])("is refused: %s", (reason, coordinates) => {
	expect(bufferLines({ type: "LineString", coordinates }, 100)).toContain(reason);
});
