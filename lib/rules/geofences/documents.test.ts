import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ForeignJsonError } from "./foreign-json-error";
import { bareGeofence } from "./further-properties";
import { parseWkt } from "./parse-wkt";
import { accepted, circle, collection, parseAll, refusals, square } from "./testing";

const CSV = "text/csv";
const GEOJSON = "application/geo+json";
const text = (value: unknown) => JSON.stringify(value);

describe.each([1, 7, 10_000])("JSON in any mixture (%i bytes at once)", (size) => {
	test.each([
		["collections one after the other", text(collection(circle(1, 2))) + text(collection(circle(3, 4)))],
		["features without line ends", text(circle(1, 2)) + text(circle(3, 4))],
		["features by lines of all kinds", `${text(circle(1, 2))}\r${text(circle(3, 4))}\r\n`],
		["a feature and a collection", `${text(circle(1, 2))}\n${JSON.stringify(collection(circle(3, 4)), null, 1)}`],
		["records that are indented", `\x1e${JSON.stringify(circle(1, 2), null, 1)}\n\x1e${text(circle(3, 4))}\n`],
		["a list of features", text([circle(1, 2), circle(3, 4)])],
		["a list of collections", text([collection(circle(1, 2)), collection(circle(3, 4))])],
		["geometries", `${text(circle(1, 2).geometry)}\n${text(circle(3, 4).geometry)}`],
		["a byte order mark between files", `\ufeff${text(circle(1, 2))}\n\ufeff${text(circle(3, 4))}`],
		["an indented collection as lines", JSON.stringify(collection(circle(1, 2), circle(3, 4)), null, 2)],
	])("%s", async (_what, body) => {
		for (const type of [GEOJSON, "application/x-ndjson", CSV]) {
			const rows = await parseAll(body, type, size);
			expect(accepted(rows)).toEqual([circle(1, 2, { radius: 100 }), circle(3, 4, { radius: 100 })]);
			expect(refusals(rows)).toEqual([]);
		}
	});

	test.each([
		["cut off", text(circle(9, 9)).slice(0, -20)],
		["cut off after a comma", '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,'],
		["cut off within a text", '{"type":"Fea'],
		["a bracket too many", `${text(circle(9, 9)).slice(0, -1)}]}`],
		["not JSON", "nonsense, but one line of it"],
		["Python", "{'type': 'Feature'}"],
	])("a line that is %s costs itself alone", async (_what, broken) => {
		const rows = await parseAll([text(circle(1, 2)), broken, text(circle(3, 4))].join("\n"), GEOJSON, size);
		expect(accepted(rows)).toHaveLength(2);
		expect(refusals(rows)).toEqual(["2: Not valid JSON."]);
	});
});

describe("coordinate systems", () => {
	const named = (name: string) => ({ type: "name", properties: { name } });
	test.each([
		named("EPSG:4326"),
		named("urn:ogc:def:crs:EPSG::4269"),
		named("urn:ogc:def:crs:EPSG:9.9:4258"),
		named("http://www.opengis.net/def/crs/OGC/1.3/CRS84"),
		{ type: "EPSG", properties: { code: 4326 } },
		{ type: "link", properties: { href: "http://spatialreference.org/ref/epsg/4326/proj4/" } },
		"EPSG:4326",
		null,
	])("%j is taken as it is, wherever it stands", async (crs) => {
		const { geometry } = circle(1, 2);
		for (const body of [
			{ ...collection(circle(1, 2)), crs },
			collection({ ...circle(1, 2), crs }),
			{ ...circle(1, 2), geometry: { ...geometry, crs } },
			{ ...geometry, crs },
		]) {
			expect(accepted(await parseAll(text(body), GEOJSON))).toHaveLength(1);
		}
	});

	test.each([
		[named("EPSG:3857"), "EPSG:3857"],
		[named("EPSG:43260"), "EPSG:43260"],
		[{ type: "EPSG", properties: { code: 31467 } }, "31467"],
		[{ type: "link", properties: {} }, "unknown"],
	])("%j is refused by name, wherever it stands", async (crs, name) => {
		const { geometry } = circle(1, 2);
		await expect(parseAll(text({ ...collection(circle(1, 2)), crs }), GEOJSON)).rejects.toThrow(`system ${name}`);
		for (const body of [
			collection({ ...circle(1, 2), crs }),
			{ ...circle(1, 2), geometry: { ...geometry, crs } },
			{ type: "GeometryCollection", geometries: [{ ...geometry, crs }] },
		]) {
			expect(refusals(await parseAll(text(body), GEOJSON))[0]).toContain(`system ${name}`);
		}
	});

	test.each([
		"EPSG:3857",
		3857,
		named("3857"),
		named("nonsense"),
		{ type: "link", properties: { href: "http://a/3857" } },
	])("%j, which no conversion would notice, is refused and not converted", async (crs) => {
		const reading = parseAll(text({ ...collection(circle(1, 2)), crs }), GEOJSON);
		await expect(reading).rejects.toThrow("convert it to longitudes and latitudes");
		await expect(reading).rejects.not.toThrow(ForeignJsonError);
		expect(refusals(await parseAll(text({ ...circle(1, 2), crs }), GEOJSON))).toHaveLength(1);
	});

	test("a Feature or geometry that is all of a file is one to be converted, and one of several is refused by name", async () => {
		const crs = named("EPSG:3857");
		const lone = [
			{ ...circle(1, 2), crs },
			{ ...circle(1, 2).geometry, crs },
		];
		for (const body of lone) {
			const reading = parseAll(text(body), GEOJSON);
			await expect(reading).rejects.toThrow(ForeignJsonError);
			await expect(reading).rejects.toThrow("the file is in the coordinate system EPSG:3857");
			const rows = await parseAll(`${JSON.stringify(body)}\n${JSON.stringify(circle(1, 2))}\n`, GEOJSON);
			expect(refusals(rows)).toEqual([expect.stringContaining("1: Geometry is in the coordinate system EPSG:3857")]);
			expect(accepted(rows)).toHaveLength(1);
			const after = await parseAll(`${JSON.stringify(circle(1, 2))}\n${JSON.stringify(body)}\n`, GEOJSON);
			expect(refusals(after)).toEqual([expect.stringContaining("2: Geometry is in the coordinate system EPSG:3857")]);
		}
	});
});

describe("tables", () => {
	test.each([
		["name,lat,long\nA,2,1\n"],
		["name;latitude;longitude\rA;2;1\r"],
		["name|Latitude (deg)|Longitude (deg)\r\nA|2|1\r\n"],
		["id,x_lon,y_lat,name\n7,1,2,A\n"],
		["Y\tX\tNAME\n2\t1\tA\n"],
		["Location Latitude,Location Longitude,long name,name\n2,1,B,A\n"],
		["x,y,lon,lat,name\n4e6,5e6,1,2,A\n"],
		["sep=;\r\nname;lat;lon\r\nA;2;1\r\n"],
		['"sep=|"\nname|lat|lon\nA|2|1\n'],
		["note;name,lat,lon\n;A,2,1\n".replace("note;", "")],
		["name,wkt\nA,POINT (1 2)\n"],
		["name;the_geom\nA;SRID=4326;POINT Z (1 2 3)\n".replace("SRID=4326;", "")],
		['name,geometry\nA,"{""type"":""Point"",""coordinates"":[1,2]}"\n'],
		["name,geom\nA,SRID=4326;POINT(1 2)\n"],
	])("%j", async (body) => {
		const rows = await parseAll(body.replace("\n;A", "\nA"), CSV, 5);
		expect(refusals(rows)).toEqual([]);
		expect(accepted(rows).map(bareGeofence)).toEqual([circle(1, 2, { radius: 100, name: "A" })]);
		expect(accepted(await parseAll(gzipSync(body.replace("\n;A", "\nA")), CSV))).toHaveLength(1);
	});

	test.each([
		["szer;dług\n1;2\n", `the header row has "szer", "dług", separated by ';', and latitude is missing`],
		["lat;name\n1;2\n", `the header row has "lat", "name", separated by ';', and longitude is missing`],
		["start_lat,end_lat,lon\n", "it has the column latitude twice"],
		["sep=:\nlat:lon\n", "the first line says sep=:"],
		["sep=,\nlat;lon\n", "separated by ','"],
		["Store list\nExported\n\nlatitude,longitude\n10,10\n", 'the header row has "Store list"'],
		[`lat,lon,${"x".repeat(70_000)}`, "longer than 64 kB"],
	])("%j is refused after what was read", async (body, reason) => {
		await expect(parseAll(body, CSV)).rejects.toThrow(reason);
	});

	test("text that is not UTF-8 is refused, naming the line", async () => {
		const bytes = Buffer.from("lat,lon,name\r1,2,A\r\n1,2,K\xf6ln\n1,2,B\n", "latin1");
		for (const size of [1, 4, 10_000]) {
			await expect(parseAll(bytes, CSV, size)).rejects.toThrow("not valid UTF-8 at line 3");
		}
	});

	test("a shape of a column may be longer than other rows", async () => {
		const ring = Array.from({ length: 6_000 }, (_, at) => {
			const angle = (at / 6_000) * 2 * Math.PI;
			return `${10 + Math.cos(angle)} ${50 + Math.sin(angle)}`;
		});
		const body = `name,wkt\nA,"POLYGON ((${[...ring, ring[0]].join(", ")}))"\nB,"POINT(1 2)"\n`;
		expect(body.length).toBeGreaterThan(3 * 64 * 1024);
		expect(accepted(await parseAll(body, CSV, 1_000))).toHaveLength(2);
	});
});

describe("well-known text", () => {
	test.each([
		["point(1 2)", { type: "Point", coordinates: [1, 2] }],
		["POINT ZM (1 2 3 4)", { type: "Point", coordinates: [1, 2] }],
		["POINTZ(-1.5e1 .5 3)", { type: "Point", coordinates: [-15, 0.5] }],
		["MULTIPOINT (1 2, 3 4)", { type: "MultiPoint", coordinates: [[1, 2], [3, 4]] }], // biome-ignore format: a row
		["MULTIPOINT ((1 2), (3 4))", { type: "MultiPoint", coordinates: [[1, 2], [3, 4]] }], // biome-ignore format: a row
		["POLYGON((1 1,2 1,2 2,1 2,1 1))", square(1, 1, 1).geometry],
		[
			"MULTIPOLYGON(((1 1,2 1,2 2,1 2,1 1)))",
			{ type: "MultiPolygon", coordinates: [square(1, 1, 1).geometry.coordinates] },
		],
		[
			"GEOMETRYCOLLECTION(POINT(1 2))",
			{ type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [1, 2] }] },
		],
	])("%s", (wkt, geometry) => {
		expect(parseWkt(wkt)).toEqual({ geometry, srid: undefined });
		expect(parseWkt(`SRID=4269; ${wkt}`)).toEqual({ geometry, srid: "4269" });
	});

	test.each([
		["", "is not well-known text"],
		["CIRCLE(1 2)", "is not well-known text"],
		["POINT(1)", "a position is wrong"],
		["POINT(1 2", ") is missing"],
		["POINT(1 2) x", "something follows its end"],
		["POINT EMPTY", "is empty"],
		["POLYGON(1 2,3 4)", "( is missing"],
		["0101000020E6100000000000000000F03F00000000000000", "is not complete well-known binary (WKB)"],
		[`${"GEOMETRYCOLLECTION(".repeat(100_000)}`, "has collections within collections"],
		[`MULTIPOINT(${"1 2,".repeat(300_000)}1 2)`, "positions"],
	])("%.40s is refused", (wkt, reason) => {
		expect(parseWkt(wkt)).toContain(reason);
	});

	test("well-known binary is read beside it, with its system", () => {
		const geometry = { type: "Point", coordinates: [1, 2] };
		expect(parseWkt("0101000020AD100000000000000000F03F0000000000000040")).toEqual({ geometry, srid: "4269" });
	});

	test.each(["polygon_wkt", "footprint", "area"])(
		"an area in the column %s is the shape of a row with a point",
		async (column) => {
			const polygon = "POLYGON((1 1,2 1,2 2,1 1))";
			const rows = [`1,1,500,"${polygon}",x`, "1,1,500,,x", `,,,"${polygon}",x`];
			const found = await parseAll(`lat,lon,radius,${column},kind\n${rows.join("\n")}\n`, "text/csv");
			expect(found).toMatchObject([
				{ geofence: { geometry: { type: "Polygon" }, properties: { kind: "x" } }, shapeColumn: column },
				{ geofence: { geometry: { type: "Point" }, properties: { radius: 500 } } },
				{ geofence: { geometry: { type: "Polygon" } } },
			]);
			expect(found[2]).not.toHaveProperty("shapeColumn");
			expect(JSON.stringify(found)).not.toContain("POLYGON");
		},
	);

	test("binary in a column beside a point counts where it is an area; a table of shapes refuses an empty one", async () => {
		const hex = (text: string) => Buffer.from(text, "hex");
		const ring = [1, 1, 2, 1, 2, 2, 1, 1].map((number) => {
			const bytes = Buffer.alloc(8);
			bytes.writeDoubleLE(number);
			return bytes;
		});
		const polygon = Buffer.concat([hex("0103000000"), hex("0100000004000000"), ...ring]).toString("hex");
		const point = "0101000000000000000000F03F0000000000000040";
		const rows = [polygon, point, polygon.slice(2)].map((cell) => `1,1,500,${cell}`);
		const found = await parseAll(`lat,lon,radius,extent\n${rows.join("\n")}\n`, CSV);
		expect(found).toMatchObject([
			{ geofence: { geometry: { type: "Polygon" } }, shapeColumn: "extent" },
			{ geofence: { geometry: { type: "Point" } } },
			{ geofence: { geometry: { type: "Point" } } },
		]);
		const shapes = await parseAll('name,wkt\nA,\nB,"POINT(1 2)"\nC,"LINE(1 2)"\n', CSV);
		expect(refusals(shapes)).toEqual(["2: Wkt is empty.", "4: Wkt is not well-known text (WKT)."]);
		const longitudes = await parseAll("lat,lon,radius\n1,east,5\n1,,5\n", CSV);
		expect(refusals(longitudes)).toEqual(['2: "east" is not a longitude.', "3: Longitude is empty."]);
	});

	test("another system before it is refused by name", async () => {
		const rows = await parseAll("wkt\nSRID=3857;POINT(1 2)\n", CSV);
		expect(refusals(rows)).toEqual([expect.stringContaining("coordinate system EPSG:3857")]);
	});
});
