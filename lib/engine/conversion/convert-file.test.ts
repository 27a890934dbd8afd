import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { convertedFormat, JSON_FORMATS } from "@/lib/rules/documents/converted-format";
import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { parseGeofences } from "@/lib/rules/geofences/parse";
import { squareRing } from "@/lib/rules/geofences/testing";
import { convertFile } from "./convert-file";
import { type StartedGdal, startGdal } from "./gdal";
import type { ConversionJob } from "./jobs";
import { readLayers } from "./read-layers";
import { workbookOf, zipOf } from "./testing";

const root = mkdtempSync(join(tmpdir(), "conversion-"));
let started: StartedGdal;
let jobs = 0;

beforeAll(async () => {
	started = await startGdal(root, 1e9);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FEATURES = {
	type: "FeatureCollection",
	features: [
		{
			type: "Feature",
			properties: { name: "Straße" },
			geometry: {
				type: "Polygon",
				coordinates: [
					[
						[10, 50],
						[11, 50],
						[11, 51],
						[10, 51],
						[10, 50],
					],
				],
			},
		},
	],
};

/** A file that GDAL writes, with the files beside it. */
async function written(driver: string, options: string[] = [], features: object = FEATURES) {
	jobs += 1;
	const source = join(root, `source${jobs}.geojson`);
	writeFileSync(source, JSON.stringify(features));
	const [dataset] = (await started.turnTo(root, 1e9).gdal.open(source, [])).datasets;
	if (dataset === undefined) throw new Error("GDAL cannot read its sample");
	const { real } = await started.gdal.ogr2ogr(dataset, ["-f", driver, ...options], `sample${jobs}`);
	started.takeErrors();
	const stem = basename(real).replace(/\.\w+$/, "");
	const beside = readdirSync(root).filter((name) => name.startsWith(`${stem}.`));
	const files = Object.fromEntries(beside.map((name) => [`folder/${name}`, readFileSync(join(root, name))]));
	return { bytes: readFileSync(real), files, zipped: () => zipOf(files) };
}

function convert(bytes: Uint8Array | string, known?: ConversionJob["format"], maxBytes = 1e8) {
	jobs += 1;
	const directory = join(root, `job${jobs}`);
	mkdirSync(directory);
	const path = join(directory, "upload");
	writeFileSync(path, bytes);
	const format = known ?? convertedFormat(Buffer.from(bytes).subarray(0, 1_024));
	if (format === undefined) throw new Error("the file is not one to convert");
	return convertFile({ path, directory, format, maxBytes }, async (to, most) => started.turnTo(to, most));
}

async function geofencesOf(bytes: Uint8Array | string, known?: ConversionJob["format"]) {
	const { layers } = await convert(bytes, known);
	const rows = [];
	for await (const row of parseGeofences(readLayers(layers))) {
		rows.push("geofence" in row ? row.geofence : "refused" in row ? row.refused : "cut off");
	}
	return rows;
}

const NEAR_TEN = expect.closeTo(10, 4);

describe("map files", () => {
	test.each<[string, string[]]>([
		["GPKG", []],
		["GPKG", ["-t_srs", "EPSG:25832"]],
		["FlatGeobuf", ["-t_srs", "EPSG:3857"]],
		["GML", ["-t_srs", "EPSG:31467"]],
		["KML", []],
	])("%s %j", async (driver, options) => {
		const { bytes } = await written(driver, options);
		const [geofence, ...others] = await geofencesOf(bytes);
		expect(others).toEqual([]);
		expect(geofence).toMatchObject({ geometry: { type: "Polygon" }, properties: { name: "Straße" } });
		expect(JSON.stringify(geofence)).toMatch(/\[(?:10|9\.99999\d*|10\.00000\d*),(?:50|49\.99999\d*|50\.00000\d*)\]/);
	});

	test.each(["UTF-8", "CP1252"])("a zipped Shapefile in EPSG:25832, its texts in %s", async (encoding) => {
		const { zipped } = await written("ESRI Shapefile", ["-t_srs", "EPSG:25832", "-lco", `ENCODING=${encoding}`]);
		const [geofence] = await geofencesOf(zipped());
		expect(geofence).toMatchObject({ properties: { name: "Straße" } });
		expect(geofence).toHaveProperty("geometry.coordinates.0.0.0", NEAR_TEN);
	});

	test("a Shapefile that does not say its encoding is in UTF-8 or Windows-1252, or refused", async () => {
		const { files } = await written("ESRI Shapefile", ["-lco", "ENCODING=UTF-8"]);
		const [dbf, cpg] = [".dbf", ".cpg"].map((ending) => Object.keys(files).find((name) => name.endsWith(ending)) ?? "");
		const { [cpg ?? ""]: _named, ...others } = files;
		const table = Buffer.from(files[dbf ?? ""] as Buffer);
		table[29] = 0;
		const withName = (bytes: string) => {
			const changed = Buffer.from(table);
			changed.fill(" ", table.indexOf("Stra"), table.indexOf("Stra") + 8);
			changed.write(bytes, table.indexOf("Stra"), "latin1");
			return geofencesOf(zipOf({ ...others, [dbf ?? ""]: changed }));
		};
		expect(await withName("Stra\xc3\x9fe")).toMatchObject([{ properties: { name: "Straße" } }]);
		expect(await withName("Stra\xdfe")).toMatchObject([{ properties: { name: "Straße" } }]);
		await expect(withName("\x93\x8c\x8b\x9e")).rejects.toThrow("does not say its encoding: add a .cpg file");
	});

	test("KML with folders, which GDAL takes for layers, also zipped as KMZ", async () => {
		const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>
			<Folder><name>One</name><Placemark><name>Shop</name><Point><coordinates>13.4,52.5,0</coordinates></Point></Placemark></Folder>
			<Folder><name>Two</name><Placemark><name>Road</name><LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark></Folder>
			</Document></kml>`;
		for (const bytes of [kml, zipOf({ "doc.kml": kml, "files/icon.png": "x" })]) {
			const [shop, road] = await geofencesOf(bytes);
			expect(shop).toMatchObject({ geometry: { coordinates: [13.4, 52.5] }, properties: { name: "Shop" } });
			expect(road).toContain("LineString");
		}
	});

	test.each(["-overwrite", '-a"b', "--config"])("a layer called %s is one", async (name) => {
		const rows = await geofencesOf(`<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>${name}</name>
			<Placemark><name>Shop</name><Point><coordinates>13.4,52.5</coordinates></Point></Placemark>
			</Folder></Document></kml>`);
		expect(rows).toMatchObject([{ geometry: { coordinates: [13.4, 52.5] }, properties: { name: "Shop" } }]);
	});

	test("KML: the data of placemarks, simple and by a schema, are properties", async () => {
		const pair = (name: string, value: string) =>
			`<Data name="${name}"><displayName>D</displayName><value>${value}</value></Data>`;
		const schema =
			'<SchemaData schemaUrl="#S"><SimpleData name="Trail">Pi &lt;3</SimpleData><SimpleData name="empty"/></SchemaData>';
		const point = "<Point><coordinates>13.4,52.5</coordinates></Point>";
		const kml = `<?xml version="1.0" encoding="ISO-8859-1"?><kml:kml xmlns:kml="http://www.opengis.net/kml/2.2" xmlns="http://www.opengis.net/kml/2.2"><Document>
			<!-- <Placemark> --><description>Of all</description>
			<Placemark id='p&amp;1'><name>Caf\xe9</name><description><![CDATA[<b>Open</b> </description>]]></description>
			<ExtendedData>${pair("Stra\xdfe", "Am &#x1F600; Ring")}${pair("radius", "0.5 km")}${pair("name", "another")}</ExtendedData>${point}</Placemark>
			<Placemark><name>Two</name><ExtendedData>${schema}</ExtendedData>${point}</Placemark>
			<Placemark><name>Three</name><description>as it is</description>${point}</Placemark></Document></kml:kml>`;
		const rows = await geofencesOf(Buffer.from(kml.replaceAll("kml:kml", "kml"), "latin1"));
		expect(rows).toMatchObject([{ id: "p&1" }, {}, {}]);
		expect(rows.map((row) => (row as Geofence).properties)).toEqual([
			{
				radius: 500,
				name: "Caf\xe9",
				Name: "another",
				description: "<b>Open</b> </description>",
				"Stra\xdfe": "Am \u{1F600} Ring",
			},
			{ radius: 100, name: "Two", Trail: "Pi <3" },
			{ radius: 100, name: "Three", description: "as it is" },
		]);
	});

	test("KML: blanks around commas are blanks, and what is no position is refused", async () => {
		const point = (coordinates: string) =>
			`<Placemark><Point><coordinates>${coordinates}</coordinates></Point></Placemark>`;
		const texts = [
			"13.4, 52.5, 0",
			" 13.4 ,52.5",
			"13.4,\n52.5",
			"13.4,52.5,",
			"13.4",
			"13,4,52,5",
			"13.4,52.5 1,2",
			"x,52.5",
			"",
		];
		const rows = await geofencesOf(`<kml><Document>${texts.map(point).join("")}</Document></kml>`);
		expect(rows.map((row) => (typeof row === "string" ? "refused" : row.geometry.coordinates))).toEqual([
			...Array(4).fill([13.4, 52.5]),
			...Array(5).fill("refused"),
		]);
	});

	test("KML: every inner ring is one, and shapes of one kind are one geofence", async () => {
		const ring = (at: number, size: number) =>
			`<LinearRing><coordinates>${squareRing(at, at, size)
				.map((position) => position.join())
				.join(" ")}</coordinates></LinearRing>`;
		const polygon = (at: number) =>
			`<Polygon><outerBoundaryIs>${ring(at, 9)}</outerBoundaryIs><innerBoundaryIs>${ring(at + 1, 1)}${ring(at + 3, 1)}</innerBoundaryIs><innerBoundaryIs>${ring(at + 5, 1)}</innerBoundaryIs></Polygon>`;
		const rows = await geofencesOf(
			`<kml><Placemark><MultiGeometry>${polygon(10)}<MultiGeometry>${polygon(30)}</MultiGeometry></MultiGeometry></Placemark></kml>`,
		);
		expect(rows).toMatchObject([{ geometry: { type: "MultiPolygon" } }]);
		const { coordinates } = (rows[0] as Geofence).geometry as { coordinates: unknown[][] };
		expect(coordinates.map((rings) => rings.length)).toEqual([4, 4]);
	});

	test("KML: placemarks without a shape, models, links and images are refused rows; tracks are lines", async () => {
		const rows = await geofencesOf(`<kml:kml xmlns:kml="k" xmlns:gx="g"><kml:Document>
			<kml:Placemark><kml:name>A</kml:name><kml:address>Main St 1</kml:address></kml:Placemark>
			<kml:Placemark><kml:LookAt><kml:longitude>1</kml:longitude></kml:LookAt></kml:Placemark>
			<kml:Placemark><kml:Model><kml:Location/></kml:Model></kml:Placemark>
			<kml:Placemark><gx:Track><gx:coord>1 2 0</gx:coord><gx:coord>3 4 0</gx:coord></gx:Track></kml:Placemark>
			<kml:NetworkLink><kml:Link><kml:href>https://example.com/a.kml</kml:href></kml:Link></kml:NetworkLink>
			<kml:GroundOverlay><kml:LatLonBox/></kml:GroundOverlay></kml:Document></kml:kml>`);
		expect(rows).toEqual([
			"Geometry is missing.",
			"Geometry is missing.",
			"The placemark is a Model, and covers nothing.",
			expect.stringContaining("LineString"),
			"The link leads to another file, which is not read: import that file.",
			"A GroundOverlay is an image, and covers nothing.",
		]);
	});

	test("KMZ: all KML files of an archive are read, and links among them say nothing more", async () => {
		const kml = (inner: string) => `<kml><Document>${inner}</Document></kml>`;
		const shop = kml("<Placemark><name>A</name><Point><coordinates>13.4,52.5</coordinates></Point></Placemark>");
		const links = ["files/a.kml", "../a.kml"].map(
			(href) => `<NetworkLink><Url><href>${href}</href></Url></NetworkLink>`,
		);
		const rows = await geofencesOf(zipOf({ "doc.kml": kml(links.join("")), "files/a.kml": shop }));
		expect(rows).toMatchObject([expect.stringContaining("link"), { properties: { name: "A" } }]);
	});

	test("attributes of other formats are properties, with their types", async () => {
		const properties = { id: "S-1", name: "A", city: "Bern", floors: 3, open: true, since: "2024-01-02", gone: null };
		const features = { type: "FeatureCollection", features: [{ ...FEATURES.features[0], properties }] };
		for (const driver of ["GPKG", "FlatGeobuf", "GML"]) {
			const [geofence] = await geofencesOf((await written(driver, [], features)).bytes);
			expect(geofence).toMatchObject({
				id: "S-1",
				properties: { name: "A", city: "Bern", floors: 3, since: expect.stringContaining("2024-01-02") },
			});
		}
		const [shape] = await geofencesOf((await written("ESRI Shapefile", [], features)).zipped());
		expect(shape).toMatchObject({ id: "S-1", properties: { name: "A", city: "Bern", floors: 3 } });
	});

	test("GML: features without a geometry are refused rows", async () => {
		const member = (type: string, inner: string) =>
			`<gml:featureMember><${type} fid="${type}.1"><name>${type}</name>${inner}</${type}></gml:featureMember>`;
		const point = '<geom><gml:Point srsName="EPSG:4326"><gml:pos>52.5 13.4</gml:pos></gml:Point></geom>';
		const rows = await geofencesOf(
			`<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml">${member("shop", point)}${member("office", "")}</gml:FeatureCollection>`,
		);
		expect(rows.toSorted((a) => (typeof a === "string" ? 1 : -1))).toMatchObject([
			{ properties: { name: "shop" } },
			"Geometry is missing.",
		]);
	});

	test("GPX: waypoints and tracks, and not the points that tracks are made of", async () => {
		const rows = await geofencesOf(`<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
			<wpt lat="52.5" lon="13.4"><name>W</name></wpt>
			<trk><trkseg><trkpt lat="1" lon="1"/><trkpt lat="2" lon="2"/></trkseg></trk></gpx>`);
		expect(rows).toEqual([expect.objectContaining({ properties: { radius: 100, name: "W" } }), expect.any(String)]);
	});

	test("TopoJSON, Esri JSON and GeoJSON of another coordinate system", async () => {
		const topology = {
			type: "Topology",
			objects: { a: { type: "Polygon", properties: { name: "T" }, arcs: [[0]] } },
			arcs: [
				[
					[10, 50],
					[11, 50],
					[11, 51],
					[10, 50],
				],
			],
		};
		expect(await geofencesOf(JSON.stringify(topology))).toMatchObject([{ properties: { name: "T" } }]);
		const esri = {
			geometryType: "esriGeometryPoint",
			spatialReference: { wkid: 102100, latestWkid: 3857 },
			features: [{ attributes: { NAME: "E" }, geometry: { x: 1_113_194.9079, y: 0 } }],
		};
		const fields = [{ name: "NAME", type: "esriFieldTypeString", length: 9 }];
		for (const document of [esri, { fields, ...esri }]) {
			expect(await geofencesOf(JSON.stringify(document), JSON_FORMATS.esri)).toMatchObject([
				{ geometry: { coordinates: [NEAR_TEN, 0] }, properties: { name: "E" } },
			]);
		}
		const many = {
			...esri,
			spatialReference: { wkid: 4326 },
			hasZ: true,
			exceededTransferLimit: true,
			features: [
				{ x: "NaN", y: "NaN" },
				{ x: "a", y: 1 },
				null,
				{ x: "8", y: 47, z: "NaN" },
				{ points: [[1, null]] },
			].map((geometry) => ({ attributes: {}, geometry })),
		};
		expect(await geofencesOf(JSON.stringify(many), JSON_FORMATS.esri)).toMatchObject([
			...Array(3).fill("Geometry is missing."),
			{ geometry: { coordinates: [8, 47] } },
			"Geometry is missing.",
			"cut off",
		]);
		for (const wkid of [102100, 102113, 900913]) {
			const old = { ...esri, spatialReference: { wkid } };
			expect(await geofencesOf(JSON.stringify(old), JSON_FORMATS.esri)).toMatchObject([
				{ geometry: { coordinates: [NEAR_TEN, 0] } },
			]);
		}
		const foreign = JSON.stringify({ ...topology, crs: { type: "name", properties: { name: "EPSG:3857" } } });
		await expect(convert(foreign)).rejects.toThrow("the file is in the coordinate system EPSG:3857");
		const british = {
			...FEATURES,
			features: [{ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [530_000, 180_000] } }],
			crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::27700" } },
		};
		expect(await geofencesOf(JSON.stringify(british), JSON_FORMATS.geojson)).toMatchObject([
			{ geometry: { coordinates: [expect.closeTo(-0.1284, 3), expect.closeTo(51.504, 3)] } },
		]);
		const [lone] = british.features;
		expect(await geofencesOf(JSON.stringify({ ...lone, crs: british.crs }), JSON_FORMATS.geojson)).toMatchObject([
			{ geometry: { coordinates: [expect.closeTo(-0.1284, 3), expect.closeTo(51.504, 3)] } },
		]);
		const unknown = { ...british, crs: { type: "name", properties: { name: "EPSG:999999" } } };
		await expect(convert(JSON.stringify(unknown), JSON_FORMATS.geojson)).rejects.toThrow("crs not found");
	});
});

describe("workbooks", () => {
	const rows = [
		["latitude", "longitude", "name"],
		[52.5, 13.4, "A"],
	];
	test("sheets become tables, with texts and numbers as they are written", async () => {
		const { layers } = await convert(
			workbookOf({ Notes: [["x"], ["y"]], Places: [...rows, ["52,5", "13,4", "0012"]] }),
		);
		expect(layers.map(({ name, columns }) => [name, columns])).toEqual([
			["Notes", ["x"]],
			["Places", ["latitude", "longitude", "name"]],
		]);
		expect(readFileSync(layers[1]?.path ?? "", "utf8").split("\n")).toContain("52,5\t13,4\t0012");
	});

	test.each([
		[45_413.5, "2024-05-01T12:00:00"],
		[45_413, "2024-05-01"],
		[45_413.000_01, "2024-05-01T00:00:00.864"],
		[1, "1900-01-01"],
		[0.5, "12:00:00"],
	])("the day %d is %s, and 1,462 days earlier where days count from 1904", async (day, date) => {
		const parts = { "xl/workbook.xml": '<workbookPr date1904="true"/>' };
		const files = [workbookOf({ S: [["day"], [{ day }]] })];
		if (day > 1_462) files.push(workbookOf({ S: [["day"], [{ day: day - 1_462 }]] }, parts));
		for (const file of files) {
			const { layers } = await convert(file);
			expect(readFileSync(layers[0]?.path ?? "", "utf8")).toBe(`day\n${date}\n`);
		}
	});

	test("texts of runs are joined, without what is shown above them; lines count rows, and what has no heading is left out", async () => {
		const text = '<is><r><t>東</t></r><r><t>京_x000A_</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is>';
		const cell = (at: string, inner: string, type = "inlineStr") => `<c r="${at}" t="${type}">${inner}</c>`;
		const sheet = `<sheetData><row r="2">${cell("B2", "<is><t>city</t></is>")}${cell("C2", "<is><t>n</t></is>")}</row>
			<row r="4">${cell("B4", text)}${cell("C4", "<v>0.1</v>", "n")}${cell("E4", "<v>9</v>", "n")}</row>
			<row r="5">${cell("B5", "<v>1</v>", "b")}${cell("C5", "<v>13.399999999999999</v>", "n")}</row></sheetData>`;
		const { layers } = await convert(workbookOf({ S: [] }, { "xl/worksheets/sheet1.xml": sheet }));
		expect(readFileSync(layers[0]?.path ?? "", "utf8")).toBe('\n\tcity\tn\n\n\t"東京\n"\t0.1\n\ttrue\t13.4\n');
	});

	test("OpenDocument", async () => {
		const { bytes } = await written("ODS");
		const { format, layers } = await convert(bytes);
		expect(format).toBe("an OpenDocument spreadsheet (.ods)");
		expect(layers.map(({ columns }) => columns)).toEqual([["name"]]);
	});
});

describe("what is refused", () => {
	const bomb = zipOf({ "doc.kml": Buffer.alloc(5_000_000, " ") });
	test("an archive that unpacks to too much, whatever sizes it states", async () => {
		expect(bomb.length).toBeLessThan(10_000);
		await expect(convert(bomb, "zip", 1_000_000)).rejects.toThrow(TooLargeError);
		const lying = Buffer.from(bomb);
		lying.writeUInt32LE(10, 22);
		await expect(convert(lying, "zip", 1_000_000)).rejects.toThrow("unpacks to more than 1,000,000 bytes");
		const sheet = `<c t="inlineStr"><is><t>${" ".repeat(5_000_000)}x</t></is></c>`;
		const workbook = workbookOf({ S: [["x"]] }, { "xl/worksheets/sheet1.xml": `<row>${sheet}</row>` });
		await expect(convert(workbook, "zip", 1_000_000)).rejects.toThrow(TooLargeError);
		// A spreadsheet may have its sheets under any name.
		const ods = {
			mimetype: "application/vnd.oasis.opendocument.spreadsheet",
			"x/._content.xml": Buffer.alloc(5_000_000),
		};
		await expect(convert(zipOf(ods), "zip", 1_000_000)).rejects.toThrow(TooLargeError);
	});

	test("an archive whose directory has another size than its place says", async () => {
		const archive = Buffer.from(zipOf({ "a.kml": "<kml/>" }));
		archive.writeUInt32LE(1, archive.length - 10);
		await expect(convert(archive, "zip")).rejects.toThrow("damaged or not complete");
	});

	test("large TopoJSON that names a coordinate system", async () => {
		const topology = `{"type":"Topology","pad":"${"x".repeat(16_000_000)}","crs" : {"type":"name"},"arcs":[]}`;
		await expect(convert(topology)).rejects.toThrow('TopoJSON that names its coordinate system ("crs") has at most');
	});

	test.each<[string, Uint8Array | string]>([
		["damaged or not complete", zipOf({ "a.kml": "<kml/>" }).subarray(0, 40)],
		["must hold a Shapefile", zipOf({ "readme.md": "x" })],
		["holds several files", zipOf({ "a.geojson": "{}", "b.csv": "x" })],
		["holds several files", zipOf({ "a.shp": "", "b.geojson": "{}" })],
		["holds several files", zipOf({ "a.shp": "", "b.json": '{"type":"Topology"}', "readme.txt": "x" })],
		["holds several files", zipOf({ "a.kml": "<kml/>", "b.csv": "x" })],
		["without a feature", "<kml><Document/></kml>"],
		["not valid UTF-8", Buffer.from("<kml><name>\xe9</name></kml>", "latin1")],
		["it cannot be read", '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark>'],
		["it cannot be read", "<gml:FeatureCollection"],
		["it cannot be read", zipOf({ "xl/workbook.xml": "<nonsense", "[Content_Types].xml": "<Types/>" })],
		["it cannot be read", zipOf({ "a.shp": "nonsense" })],
	])("%s", async (reason, bytes) => {
		await expect(convert(bytes)).rejects.toThrow(InvalidArgumentError);
		await expect(convert(bytes)).rejects.toThrow(reason);
	});
});
