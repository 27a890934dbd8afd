import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { GEOFENCE_LIMITS, type Geofence } from "./geofence";
import { normalizeFeatures } from "./parse";
import { accepted, circle, collection, parseAll, refusals, square, squareRing } from "./testing";

const GEOJSON = "application/geo+json";
const NDJSON = "application/x-ndjson";
const CSV = "text/csv";

describe("FeatureCollection", () => {
	const parse = (value: unknown) => parseAll(typeof value === "string" ? value : JSON.stringify(value), GEOJSON);

	test("accepts valid features, and lists invalid ones with line and number", async () => {
		const lines = [circle(1, 2), circle(1, 200), "text", square(1, 1, 1), null, { type: "Feature" }];
		const body = `{"type":"FeatureCollection",\n"features":[\n${lines.map((line) => JSON.stringify(line)).join(",\n")}\n]}`;
		const rows = await parse(body);
		expect(accepted(rows)).toEqual([circle(1, 2, { radius: 100 }), square(1, 1, 1)]);
		expect(refusals(rows)).toEqual([
			"4: Feature 2: latitude must be from -90 to 90, and is 200.",
			"5: Feature 3: not a GeoJSON Feature.",
			"7: Feature 5: not a GeoJSON Feature.",
			"8: Feature 6: geometry is missing.",
		]);
	});

	test.each([
		["members in any order", { features: [circle(1, 2)], name: "x", type: "FeatureCollection", bbox: [1, 2, 3, 4] }],
		["a features member elsewhere", { meta: { features: [1, 2] }, ...collection(circle(1, 2)) }],
		[
			"a text that says features",
			{ note: 'a "features": [', list: ["features", { features: [3] }], ...collection(circle(1, 2)) },
		],
		[
			"a crs that is WGS 84",
			{ ...collection(circle(1, 2)), crs: { type: "name", properties: { name: "urn:ogc:def:crs:OGC:1.3:CRS84" } } },
		],
		["a null crs", { ...collection(circle(1, 2)), crs: null }],
		["brackets in texts", collection(circle(1, 2, { name: ']}"\\"],[{' }))],
	])("finds the features: %s", async (_what, body) => {
		expect(accepted(await parse(body))).toHaveLength(1);
	});

	test("a byte order mark, an escaped member name, and no features at all", async () => {
		expect(await parse(`\ufeff${JSON.stringify(collection())}`)).toEqual([]);
		expect(await parse(`{"type":"FeatureCollection","\\u0066eatures" : [ \n\t] }`)).toEqual([]);
	});

	test.each([
		["", "the file is empty"],
		[" \n\t\r\n", "the file is empty"],
		["[[[[[[", "ends before the list is closed"],
		["[1,]", "an extra comma"],
		['{"type":"Feature","features":[]}', "must be a GeoJSON FeatureCollection"],
		['{"type":"FeatureCollection"}', "list named features"],
		['{"type":"FeatureCollection","features":null}', "list named features"],
		['{"type":"FeatureCollection","features":{"features":[]}}', "list named features"],
		['{"features":[]}', "must be a GeoJSON FeatureCollection"],
		['{"type":"FeatureCollection","features":[],"features":[]}', "two members named features"],
		['{"type":"FeatureCollection","features":[', "ends before"],
		['{"type":"FeatureCollection","features":[{"type":', "ends before"],
		['{"type":"FeatureCollection","features":[{}', "ends before"],
		['{"type":"FeatureCollection","features":[]', "ends before what begins in line 1 is closed"],
		['{"type":"Feature",\n"geometry":{"type":"Point","coordinates":[1,2]}', "ends before what begins in line 1"],
		['{"type":"FeatureCollection" "features":[]}', "around its features cannot be read"],
		['{"type":"FeatureCollection","features":[1,]}', "an extra comma"],
		['{"type":"FeatureCollection","features":[,1]}', "an extra comma"],
		['{"type":"FeatureCollection","features":[1,,1]}', "an extra comma"],
		['{"type":"FeatureCollection","features":[{} {}]}', "lacks a comma"],
		['{"type":"FeatureCollection",\n"features":[{},\n{"a":NaN}]}', "feature 2 (line 3) cannot be read"],
		['{"type":"FeatureCollection","features":[{]]}', "feature 1 (line 1) cannot be read"],
		['{"type":"FeatureCollection","features":[],"crs":{"properties":{"name":"EPSG:3857"}}}', "system EPSG:3857"],
		['{"type":"FeatureCollection","features":[],"crs":"x"}', "coordinate system x"],
		['{"geometryType":"esriGeometryPolygon","features":[]}', "is Esri JSON"],
		['{"type":"Topology"}', "is TopoJSON"],
		[`{"type":"FeatureCollection","name":"${"x".repeat(300_000)}","features":[]}`, "at most 256 kB around"],
	])("rejects the whole body: %j", async (body, reason) => {
		await expect(parse(body)).rejects.toThrow(InvalidArgumentError);
		await expect(parse(body)).rejects.toThrow(reason);
	});

	const refused = (column: string) =>
		`couldn't find the columns latitude and longitude, or WKT (wkt, geometry): the header row has "${column}", separated by ',', and latitude is missing`;
	test.each([
		["null", refused("null")],
		['"Feature"', refused("Feature")],
		["true", refused("true")],
	])("JSON that is no object and no list is no table either: %s", async (body, reason) => {
		await expect(parse(body)).rejects.toMatchObject({ kind: "InvalidArgument", message: reason });
	});

	test.each([
		['"exceededTransferLimit":true', 1],
		['"properties":{"exceededTransferLimit":true}', 1],
		['"numberMatched":5,"numberReturned":1', 1],
		['"numberMatched":"unknown","numberReturned":1', 0],
		['"numberMatched":1,"numberReturned":1,"exceededTransferLimit":false', 0],
	])("a collection that says %s", async (member, cutOff) => {
		const rows = await parse(`{"type":"FeatureCollection","features":[${JSON.stringify(circle(1, 2))}],${member}}`);
		expect(accepted(rows)).toHaveLength(1);
		expect(rows.filter((row) => "isCutOff" in row)).toHaveLength(cutOff);
	});

	test.each(["var stores = {", "callback([", "export default {", " module.exports={"])(
		"a script around JSON is named: %s",
		async (begin) => {
			await expect(parse(`${begin}"type":"FeatureCollection"}`)).rejects.toThrow("is JavaScript around JSON");
		},
	);

	test.each([
		["[]", []],
		["[null]", ["1: Feature 1: not a GeoJSON Feature."]],
		["{}", ["1: Not a GeoJSON Feature."]],
		['{"type":"FeatureCollection","features":[]}}', ["1: Not valid JSON."]],
		['{"type":"FeatureCollection","features":[]} x', ["1: Not valid JSON."]],
	])("takes nothing of %s, and says why", async (body, reasons) => {
		const rows = await parse(body);
		expect([accepted(rows), refusals(rows)]).toEqual([[], reasons]);
	});

	test.each(["}", " x"])("takes what stands before a surplus %j, which is refused", async (surplus) => {
		for (const value of [collection(circle(1, 2)), circle(1, 2)]) {
			const rows = await parse(`${JSON.stringify(value)}${surplus}`);
			expect(accepted(rows)).toEqual([circle(1, 2, { radius: 100 })]);
			expect(refusals(rows)).toEqual(["1: Not valid JSON."]);
		}
	});

	test.each([1, 7, 1_000])("one Feature or geometry is a collection of it (%i bytes at once)", async (size) => {
		const one = async (value: unknown) => parseAll(JSON.stringify(value, null, 1), GEOJSON, size);
		const { geometry } = square(1, 1, 1);
		expect(accepted(await one(circle(1, 2, { name: "features" })))).toEqual([
			circle(1, 2, { radius: 100, name: "features" }),
		]);
		expect(accepted(await one(geometry))).toEqual([square(1, 1, 1)]);
		expect(accepted(await one({ type: "Point", coordinates: [1, 2] }))).toEqual([circle(1, 2, { radius: 100 })]);
		expect(refusals(await one(circle(1, 200)))).toEqual(["1: Latitude must be from -90 to 90, and is 200."]);
		expect(accepted(await one({ type: "GeometryCollection", geometries: [geometry] }))).toEqual([square(1, 1, 1)]);
	});

	test("a single Feature may exceed the envelope limit, up to the limit of a feature", async () => {
		const ring = Array.from({ length: 9_000 }, (_, at) => {
			const angle = (at / 9_000) * 2 * Math.PI;
			return [10 + Math.cos(angle), 50 + Math.sin(angle)];
		});
		const large = { type: "Polygon", coordinates: [[...ring, ring[0]]] };
		expect(JSON.stringify(large).length).toBeGreaterThan(256 * 1024);
		expect(accepted(await parse(large))).toHaveLength(1);
		const huge = circle(1, 2, { note: "x".repeat(GEOFENCE_LIMITS.featureBytes) });
		expect(refusals(await parse(huge))).toEqual(["1: Larger than 16 MB."]);
	});

	test("broken UTF-8 is rejected with its line", async () => {
		const text = `{"type":"FeatureCollection","features":[\n${JSON.stringify(circle(1, 2, { name: "@@" }))}]}`;
		const bytes = Buffer.from(text);
		bytes[bytes.indexOf("@@")] = 0xc3;
		await expect(parseAll(bytes, GEOJSON)).rejects.toThrow("not valid UTF-8 at line 2");
		await expect(parseAll(Buffer.from('{"type":"\xff"}', "latin1"), GEOJSON)).rejects.toThrow(InvalidArgumentError);
	});

	test("a feature above the limit is rejected without being kept in memory", async () => {
		const huge = circle(1, 2, { note: "x".repeat(GEOFENCE_LIMITS.featureBytes) });
		const rows = await parse(collection(circle(1, 2), huge, circle(3, 4)));
		expect(refusals(rows)).toEqual(["1: Feature 2: larger than 16 MB."]);
		expect(accepted(rows)).toHaveLength(2);
	});

	test("the result does not depend on chunks and indentation", async () => {
		const name = fc.string({ unit: "grapheme", maxLength: 30 });
		const feature = fc.oneof(
			fc
				.record({ longitude: fc.integer({ min: -200, max: 200 }), name })
				.map((each) => circle(each.longitude, 1, each)),
			fc.constant(square(1, 2, 3)),
			fc.json().map((json) => JSON.parse(json) as unknown),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(feature, { maxLength: 8 }),
				fc.dictionary(name, fc.jsonValue()),
				fc.nat(3),
				fc.integer({ min: 1, max: 40 }),
				async (features, extra, indent, size) => {
					const { crs: _crs, ...others } = extra;
					const body = JSON.stringify({ ...others, ...collection(...features) }, null, indent);
					const rows = await parseAll(body, GEOJSON, size);
					const expected = [...normalizeFeatures(features)];
					expect(rows.map((row) => ({ ...row, line: 0 }))).toEqual(expected.map((row) => ({ ...row, line: 0 })));
				},
			),
			{ numRuns: 200 },
		);
	});
});

describe("newline-delimited GeoJSON", () => {
	test("rejects line by line, skips blank lines, needs no final line feed", async () => {
		const lines = [
			JSON.stringify(circle(1, 2)),
			"",
			"{bad",
			"  \r",
			'{"type":"x"}',
			`${JSON.stringify(square(1, 1, 1))}\r`,
		];
		const rows = await parseAll(lines.join("\n"), NDJSON);
		expect(accepted(rows)).toHaveLength(2);
		expect(refusals(rows)).toEqual(["3: Not valid JSON.", "5: Not a GeoJSON Feature."]);
	});

	test("a JSON text sequence may span lines", async () => {
		const body = [circle(1, 2), circle(3, 400), circle(5, 6)]
			.map((feature) => `\x1e${JSON.stringify(feature, null, 1)}\n`)
			.join("");
		const rows = await parseAll(body, "application/geo+json-seq", 7);
		expect(accepted(rows)).toHaveLength(2);
		const before = JSON.stringify(circle(1, 2), null, 1).split("\n").length;
		expect(refusals(rows)).toEqual([`${before + 1}: Latitude must be from -90 to 90, and is 400.`]);
	});

	test("a line above the limit, and broken UTF-8", async () => {
		const long = `${JSON.stringify(circle(1, 2))}\n{"x":"${"x".repeat(GEOFENCE_LIMITS.featureBytes)}"}\n${JSON.stringify(circle(1, 2))}`;
		const rows = await parseAll(long, NDJSON);
		expect(accepted(rows)).toHaveLength(2);
		expect(refusals(rows)).toEqual(["2: Larger than 16 MB."]);
		await expect(parseAll(Buffer.from('\n{"a":"\xe9"}\n', "latin1"), NDJSON)).rejects.toThrow("UTF-8 at line 2");
	});

	test("an empty body is refused", async () => {
		await expect(parseAll("", NDJSON)).rejects.toThrow("the file is empty");
	});
});

describe("CSV and TSV", () => {
	test("finds its columns in any order and case", async () => {
		const body = '\ufeffNAME,id, Lng ,LAT,radius\r\n"Bar, ""The"" End",1,13.4,52.5,250\r\n,2,-0.5,1e1,\r\n';
		expect(accepted(await parseAll(body, CSV))).toEqual([
			{ ...circle(13.4, 52.5, { radius: 250, name: 'Bar, "The" End' }), id: "1" },
			{ ...circle(-0.5, 10, { radius: 100 }), id: "2" },
		]);
	});

	test("tabs", async () => {
		const rows = await parseAll("latitude\tlongitude\tname\n1\t2\ta,b\n", "text/tab-separated-values");
		expect(accepted(rows)).toEqual([circle(2, 1, { radius: 100, name: "a,b" })]);
	});

	test.each([1, 7, 1000])(
		"semicolons and decimal commas, as spreadsheets write them (%i bytes at once)",
		async (size) => {
			const body =
				'\ufeff\r\n"Name";Latitude;Longitude;Radius\r\n"Bar; ""The"" End";52,5;-13,4;250,5\r\n;1.5;,5;\r\nx;1;2;1,500\r\n1;2;3';
			const rows = await parseAll(body, CSV, size);
			expect(accepted(rows)).toEqual([
				circle(-13.4, 52.5, { radius: 250.5, name: 'Bar; "The" End' }),
				circle(0.5, 1.5, { radius: 100 }),
			]);
			expect(refusals(rows)).toEqual([
				'5: "1,500" is not a radius: its separator may be that of decimals or of thousands.',
				"6: 3 columns, expected 4.",
			]);
			const tabs = await parseAll("lat\tlon\n52,5\t13,4\n", "text/tab-separated-values", size);
			expect(accepted(tabs)).toEqual([circle(13.4, 52.5, { radius: 100 })]);
		},
	);

	test.each([
		[CSV, "lat,lon,name\n1,2,Köln\n"],
		["application/geo+json", JSON.stringify(collection(circle(2, 1, { name: "Köln" })))],
	])("%s in UTF-16 is read as in UTF-8", async (type, text) => {
		const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
		expect(accepted(await parseAll(bytes, type, 1))).toEqual([circle(2, 1, { radius: 100, name: "Köln" })]);
		expect(accepted(await parseAll(bytes.swap16(), type, 7))).toHaveLength(1);
	});

	test("each invalid row is rejected alone, with its line", async () => {
		const rows = await parseAll(
			[
				"name,latitude,longitude,radius",
				"good,1,2,300",
				"no number,x,2,300",
				"empty,,2,300",
				'decimal comma,"1,5",2,300',
				"hexadecimal,0x10,2,300",
				"too few,1",
				"too many,1,2,3,4",
				"",
				"out of range,1,400,300",
				"bad radius,1,2,-3",
				"radius of text,1,2,far",
				'"text"after,1,2,300',
				'"two\nlines",1,2,300',
				"Joe's 24\" pizza,1,2,300",
				`${"n".repeat(201)},1,2,300`,
				"infinite,1e999,2,3",
				'"never closed,1,2,300',
				"after it,1,2,300",
			].join("\n"),
			CSV,
		);
		expect(accepted(rows).map((geofence) => geofence.properties.name)).toEqual([
			"good",
			"two\nlines",
			"Joe's 24\" pizza",
			"after it",
		]);
		expect(refusals(rows)).toEqual([
			'3: "x" is not a latitude.',
			"4: Latitude is empty.",
			'5: "1,5" is not a latitude.',
			'6: "0x10" is not a latitude.',
			"7: 2 columns, expected 4.",
			"8: 5 columns, expected 4 (decimal comma?).",
			"10: Longitude must be from -180 to 180, or run on to 360 at most, and is 400.",
			"11: Radius must be from 1 meter to 1,000,000 meters, and is -3.",
			'12: "far" is not a radius.',
			"13: Text follows a closing quote.",
			"17: Name has more than 200 characters.",
			"18: Latitude must be from -90 to 90, and is Infinity.",
			"19: A quote is not closed.",
		]);
	});

	test.each([
		["", "the file is empty"],
		["latitude,name\n", "longitude is missing"],
		["1,2\n3,4\n", "latitude is missing"],
		["szer;dług\n1;2\n", "latitude is missing"],
		["lat,latitude,lon\n", "has the column latitude twice"],
		['"lat"x,lon\n', "header row cannot be read"],
	])("rejects the whole body: %j", async (body, reason) => {
		await expect(parseAll(body, CSV)).rejects.toThrow(InvalidArgumentError);
		await expect(parseAll(body, CSV)).rejects.toThrow(reason);
	});

	test("broken UTF-8 is rejected, also when truncated at the end", async () => {
		await expect(parseAll(Buffer.from("lat,lon,name\n1,2,caf\xe9\n", "latin1"), CSV)).rejects.toThrow("UTF-8");
		await expect(parseAll(Buffer.from("lat,lon,name\n1,2,caf\xc3", "latin1"), CSV)).rejects.toThrow("UTF-8");
	});

	test("round trip of written rows, in any chunks", async () => {
		const text = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", "é", " ", "😀"), maxLength: 12 });
		const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ name: text, latitude: fc.double({ min: -90, max: 90, noNaN: true }) }), { maxLength: 9 }),
				fc.integer({ min: 1, max: 30 }),
				fc.constantFrom("\n", "\r\n"),
				fc.boolean(),
				async (rows, size, lineEnd, last) => {
					const lines = ["name,lat,lon", ...rows.map((row) => `${quoted(row.name)},${row.latitude},0`)];
					const body = lines.join(lineEnd) + (last ? lineEnd : "");
					const read = await parseAll(body, CSV, size);
					const expected = rows.map((row) => {
						const name = row.name.trim();
						return { latitude: row.latitude + 0, name: name === "" ? undefined : name };
					});
					const latitudeOf = (geofence: Geofence) => (geofence.geometry.coordinates as number[])[1];
					expect(refusals(read)).toEqual([]);
					expect(
						accepted(read).map((geofence) => ({ latitude: latitudeOf(geofence), name: geofence.properties.name })),
					).toEqual(expected);
				},
			),
			{ numRuns: 300 },
		);
	});
});

test("inline features are numbered from 1", () => {
	const rows = [...normalizeFeatures([circle(1, 2), { type: "Feature" }, square(0, 0, 1)])];
	expect(refusals(rows)).toEqual(["2: Feature 2: geometry is missing."]);
	expect(accepted(rows)).toHaveLength(2);
	expect(accepted(rows)[1]?.geometry.coordinates).toEqual([squareRing(0, 0, 1)]);
});
