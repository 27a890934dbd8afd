import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { poiQuery } from "@/lib/contract/point-of-interest";
import { literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { openRelease, type ReleaseReader } from "./release-reader";
import { searchPois } from "./search-pois";
import { featuresOf, findTerms, listSelected, mapSelected } from "./select-pois";
import { writeRelease } from "./write-release";

let directory = "";
let options = { tempDirectory: "", memoryLimitMb: 256 };
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "pois-"));
	options = { tempDirectory: directory, memoryLimitMb: 256 };
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const feature = (id: string, name: string, tags: object, [x, y]: [number, number]) =>
	JSON.stringify({
		type: "Feature",
		id,
		properties: { name, ...tags },
		geometry: { type: "Point", coordinates: [x, y] },
	});

const hamburg = { "addr:city": "Hamburg", "addr:country": "de" };
const LINES = [
	feature("a", "Löwen-Apotheke", { amenity: "pharmacy", ...hamburg }, [9.99, 53.55]),
	feature("b", "Mühlen Apotheke", { amenity: "pharmacy", brand: "Mühle", ...hamburg }, [10.01, 53.56]),
	feature(
		"c",
		"Café Größe",
		{ amenity: "cafe", brand: "Mühle", "addr:city": "Zürich", "addr:country": "CH" },
		[8.54, 47.37],
	),
	feature("c", "Café Größe twice", { amenity: "cafe" }, [8.54, 47.37]),
	feature("d", "Closed one", { amenity: "pharmacy", end_date: "2024-01-01" }, [8.54, 47.37]),
	feature("e", "", { amenity: "pharmacy" }, [8.54, 47.37]),
	JSON.stringify({
		type: "Feature",
		id: "f",
		properties: { name: "Hall", amenity: "pharmacy", ...hamburg },
		geometry: {
			type: "Polygon",
			coordinates: [
				[
					[9, 53],
					[9.2, 53],
					[9.2, 53.4],
					[9, 53.4],
					[9, 53],
				],
			],
		},
	}),
];

async function read<Result>(file: string, use: (reader: ReleaseReader) => Promise<Result>): Promise<Result> {
	const reader = await openRelease(file, options);
	return use(reader).finally(() => reader.close());
}

describe("a release of GeoJSON lines", () => {
	let file = "";
	beforeAll(async () => {
		const source = join(directory, "lines.json.gz");
		file = join(directory, "lines.duckdb");
		const text = `{"type":"FeatureCollection","features":[\n${LINES.join(",\n")}\n]}`;
		await writeFile(source, gzipSync(text));
		expect(await writeRelease(options, [source], file)).toEqual({ pois: 4, skipped: 3, countries: 2 });
	});

	test.each([
		["apo", ["Löwen-Apotheke", "Mühlen Apotheke"]],
		["LOWEN", ["Löwen-Apotheke"]],
		["apotheke ham", ["Löwen-Apotheke", "Mühlen Apotheke"]],
		["pharmacy hamburg", ["Hall", "Löwen-Apotheke", "Mühlen Apotheke"]],
		["grosse zur", ["Café Größe"]],
		["muhle", ["Café Größe", "Mühlen Apotheke"]],
		["hamburg", []],
		["lö", []],
		["'; --", []],
	])("finds %j", (q, names) =>
		read(file, async (reader) => {
			expect((await searchPois(reader, q, 10)).map(({ name }) => name)).toEqual(names);
		}),
	);

	test("selects by category, brand, city and distance, with the radius of the first choice that fits", () =>
		read(file, async (reader) => {
			const list = async (given: object) =>
				(await listSelected(reader, { query: poiQuery.parse(given), limit: 10, offset: 0 })).rows.map(
					({ id, radius }) => `${id} ${radius}`,
				);
			expect(await list({ choices: [{ category: "Pharmacy", radius: 150 }], area: { locality: "HAMBURG" } })).toEqual([
				"f 150",
				"a 150",
				"b 150",
			]);
			expect(await list({ choices: [{ brand: "muhle", radius: 50 }] })).toEqual(["c 50", "b 50"]);
			const both = [
				{ brand: "Mühle", category: "pharmacy", radius: 10 },
				{ category: "pharmacy", radius: 20 },
			];
			expect(await list({ choices: both, area: { country: "DE" } })).toEqual(["f 20", "a 20", "b 10"]);
			const near = { latitude: 53.55, longitude: 9.99, meters: 2_000 };
			expect(await list({ choices: both, area: { near } })).toEqual(["a 20", "b 10"]);
		}));

	test("gives the map, the geofences and the terms of what is not left out", () =>
		read(file, async (reader) => {
			const query = poiQuery.parse({ choices: [{ category: "pharmacy", radius: 150 }], left_out: ["a"] });
			expect(await mapSelected(reader, query)).toEqual({
				count: 2,
				bounds: [9.1, 53.2, 10.01, 53.56],
				positions: [
					[9.1, 53.2, 150, 1],
					[10.01, 53.56, 150, 1],
				],
				clustered: false,
			});
			const { features } = await featuresOf(reader, query, 10);
			expect(features).toHaveLength(2);
			expect(features[1]).toEqual({
				type: "Feature",
				id: "b",
				properties: { name: "Mühlen Apotheke", radius: 150 },
				geometry: { type: "Point", coordinates: [10.01, 53.56] },
			});
			expect(await featuresOf(reader, query, 1)).toEqual({ features: [], count: 2 });
			const terms = await findTerms(reader, { q: "h", kinds: ["locality", "category"], country: "DE", limit: 10 });
			expect(terms).toEqual([{ kind: "locality", name: "Hamburg", country: "DE", region: null, poi_count: 3 }]);
			expect(await findTerms(reader, { q: "", kinds: ["category"], limit: 1 })).toEqual([
				{ kind: "category", name: "pharmacy", country: null, region: null, poi_count: 3 },
			]);
		}));
});

test.each([
	[
		"overture",
		`SELECT 'o1' AS id, 'POINT(13.4 52.5)'::GEOMETRY AS geometry, {'primary': 'Kiosk'} AS names, {'primary': 'news_stand'} AS categories,
			{'names': {'primary': 'Blatt'}} AS brand, [{'freeform': 'Allee 1', 'locality': 'Berlin', 'country': 'DE'}] AS addresses`,
		{ id: "o1", brand: "Blatt", category: "news stand", address: "Allee 1", locality: "Berlin", country: "DE" },
	],
	[
		"foursquare",
		`SELECT 'f1' AS fsq_place_id, 'Kiosk' AS name, 52.5::DOUBLE AS latitude, 13.4::DOUBLE AS longitude, 'Allee 1' AS address,
			'Berlin' AS locality, 'DE' AS country, NULL::VARCHAR AS date_closed, ['Retail > Newsstand'] AS fsq_category_labels`,
		{ id: "f1", brand: null, category: "Newsstand", address: "Allee 1", locality: "Berlin", country: "DE" },
	],
])("reads the Parquet of %s", async (name, select, expected) => {
	const [source, file] = [join(directory, `${name}.parquet`), join(directory, `${name}.duckdb`)];
	await withDuckDb(options, (db) => db.run(`COPY (${select}) TO ${literal(source)} (FORMAT parquet)`));
	expect(await writeRelease(options, [source], file)).toEqual({ pois: 1, skipped: 0, countries: 1 });
	await read(file, async (reader) => {
		const query = poiQuery.parse({ choices: [{ brand: String(expected.brand ?? "kiosk"), radius: 5 }] });
		const { rows, total } = await listSelected(reader, { query, limit: 5, offset: 0 });
		expect(total).toBe(1);
		expect(rows[0]).toMatchObject({ ...expected, name: "Kiosk", latitude: 52.5, longitude: 13.4 });
	});
});

test.each([
	["name,city\nA,B\n", "the file lacks a column with latitude and longitude: its columns are name, city"],
	["name,lat,lon\n,1,2\n", "the release has no point of interest with a name and a position"],
	[
		"PAR1 is no more of it",
		"the files cannot be read: Invalid Input Error: No magic bytes found at end of file upload",
	],
	["\x1f\x8b is no more of it", "the files cannot be read: unknown compression method"],
])("refuses %j", async (text, message) => {
	const source = join(directory, "refused.csv");
	await writeFile(source, text, "latin1");
	const output = join(await mkdtemp(join(directory, "out-")), "refused.duckdb");
	await expect(writeRelease(options, [source], output)).rejects.toThrow(message);
});
