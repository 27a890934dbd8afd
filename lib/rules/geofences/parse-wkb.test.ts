import { expect, test } from "vitest";
import { GEOFENCE_LIMITS } from "./geofence";
import { parseWkb } from "./parse-wkb";

/** Little-endian bytes of a geometry, in hexadecimal digits. */
const wkb = (type: number, ...parts: (string | number)[]) =>
	`01${count(type)}${parts.map((part) => (typeof part === "string" ? part : double(part))).join("")}`;
const count = (number: number) => hex(4, (bytes) => bytes.writeUInt32LE(number));
const double = (number: number) => hex(8, (bytes) => bytes.writeDoubleLE(number));
function hex(length: number, write: (bytes: Buffer) => void): string {
	const bytes = Buffer.alloc(length);
	write(bytes);
	return bytes.toString("hex");
}
const point = wkb(1, 13.4, 52.5);
const line = [count(2), 1, 2, 3, 4];
const read = { type: "Point", coordinates: [13.4, 52.5] };

test.each([
	["a point", point, read],
	["with PostgreSQL's mark, in capitals", `\\x${point.toUpperCase()}`, read],
	["with SQL Server's mark", `0x${point}`, read],
	["with the most significant byte first", "0000000001402ACCCCCCCCCCCD404A400000000000", read],
	["a height by ISO", wkb(1_001, 13.4, 52.5, 30), read],
	["a measure by ISO", wkb(2_001, 13.4, 52.5, 30), read],
	["both by ISO", wkb(3_001, 13.4, 52.5, 30, 1), read],
	["both by PostGIS", wkb(0xc0000001, 13.4, 52.5, 30, 1), read],
	[
		"a line",
		wkb(2, ...line),
		{
			type: "LineString",
			coordinates: [
				[1, 2],
				[3, 4],
			],
		},
	],
	[
		"lines",
		wkb(5, count(1), wkb(2, ...line)),
		{
			type: "MultiLineString",
			coordinates: [
				[
					[1, 2],
					[3, 4],
				],
			],
		},
	],
	[
		"a polygon",
		wkb(3, count(1), ...line),
		{
			type: "Polygon",
			coordinates: [
				[
					[1, 2],
					[3, 4],
				],
			],
		},
	],
	[
		"polygons",
		wkb(6, count(1), wkb(3, count(1), ...line)),
		{
			type: "MultiPolygon",
			coordinates: [
				[
					[
						[1, 2],
						[3, 4],
					],
				],
			],
		},
	],
	["a collection", wkb(7, count(1), point), { type: "GeometryCollection", geometries: [read] }],
	["a collection where points belong", wkb(4, count(1), wkb(7, count(0))), { type: "MultiPoint", coordinates: [[]] }],
])("reads %s", (_, text, geometry) => {
	expect(parseWkb(text)).toEqual({ geometry, srid: undefined });
});

test("reads the system of PostGIS, which parts need not repeat", () => {
	expect(parseWkb(wkb(0x20000004, count(25_833), count(1), point))).toEqual({
		geometry: { type: "MultiPoint", coordinates: [[13.4, 52.5]] },
		srid: "25833",
	});
});

const BROKEN = "is not complete well-known binary (WKB)";
const within = (levels: number): string => (levels === 0 ? point : wkb(7, count(1), within(levels - 1)));
test.each([
	["a text", "Berlin", BROKEN],
	["half a byte", `${point}0`, BROKEN],
	["another letter", `${point.slice(0, -1)}g`, BROKEN],
	["a cut-off point", point.slice(0, -2), BROKEN],
	["a byte too many", `${point}00`, BROKEN],
	["fewer points than it says", wkb(2, count(3), 1, 2), BROKEN],
	["an unknown kind", wkb(8, 1, 2), "is well-known binary (WKB) of a kind that is not read"],
	["an unknown thousand", wkb(4_001, 1, 2), "is well-known binary (WKB) of a kind that is not read"],
	["collections within collections", within(9), "has collections within collections"],
	[
		"too many positions",
		wkb(2, count(GEOFENCE_LIMITS.positions + 1), "00".repeat(16 * (GEOFENCE_LIMITS.positions + 1))),
		`has more than ${GEOFENCE_LIMITS.positions.toLocaleString("en-US")} positions`,
	],
])("refuses %s", (_, text, reason) => {
	expect(parseWkb(text)).toBe(reason);
});
