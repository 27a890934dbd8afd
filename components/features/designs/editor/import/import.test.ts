import { expect, test } from "vitest";
import type { FoundPlace } from "@/lib/contract/found-place";
import { UnknownColumnsError } from "@/lib/rules/documents/unknown-columns-error";
import { choiceOfRoles } from "@/lib/rules/geofences/column-roles";
import { type AddressRow, rowsOfTable } from "../addresses/address-rows";
import { addressSource, rowsOfFile } from "./address-source";
import { guessColumns, isHeaderless } from "./guess-columns";
import { sourceOfFile, sourceOfText } from "./import-source";
import { warningInWords } from "./import-warnings";
import { mendedFile } from "./mended-file";
import { readImport, updatingFences } from "./read-import";
import { UnnamedColumnsError } from "./read-source";
import { refusedFile } from "./refused-file";
import { columnsOfUnnamed } from "./shown-columns";

const read = (text: string) => readImport(new Blob([text]), () => {});
const CSV =
	'latitude,longitude,radius,name\n47,8,100,"A, with\na break"\n95,8,100,B\n47.1,8,,"C\nD",extra\n47.2,8,50,E\n0,0,5,F\n47.2,8,50,E again\nx,8,,G';

test("a table is read by the service's rules; doubts are told", async () => {
	const preview = await read(CSV);
	expect(preview.accepted).toBe(4);
	expect(preview.refusedCount).toBe(3);
	expect(preview.refused.map(({ line, reason }) => ({ line, reason }))).toEqual([
		{ line: 4, reason: "Latitude must be from -90 to 90, and is 95." },
		{ line: 5, reason: "5 columns, expected 4 (decimal comma?)." },
		{ line: 10, reason: '"x" is not a latitude.' },
	]);
	expect(preview.warnings.map(warningInWords)).toEqual([
		"At latitude 0, longitude 0: most often an address that was not found: 1 row (line 8).",
		"Radius below 10 meters: positions are rarely that exact, and the unit may be another: 1 row (line 8).",
		"Same place and shape as an earlier row: 1 row (line 9).",
	]);
});

test("a table whose headings say nothing is shown with its first rows, and read by a choice", async () => {
	const text = "Filiale;Nord;Ost\nA;52,5;13,4\nB;x;13\nC;1;2\nD;3;4\n";
	const error = await read(text).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(UnknownColumnsError);
	expect((error as UnknownColumnsError).table).toEqual({
		headings: ["Filiale", "Nord", "Ost"],
		delimiter: ";",
		sample: [
			["A", "52,5", "13,4"],
			["B", "x", "13"],
			["C", "1", "2"],
			["D", "3", "4"],
		],
	});
	const choices = [{ coordinates: "Lage" }, { latitude: "Nord", longitude: "Ost", name: "Filiale" }];
	const preview = await readImport(new Blob([text]), () => {}, { choices });
	expect(preview.fences[0]).toMatchObject({ geometry: { coordinates: [13.4, 52.5] }, properties: { name: "A" } });
	const file = await refusedFile(new Blob([text]), { choices });
	expect(await file.text()).toContain('"""x"" is not a latitude.";B;x;13');
});

test("a table says what its columns were taken as; a choice for its headings goes before them", async () => {
	const text = "lat,lon,radius,stock,city\n47,8,5,300,Bern\n";
	const { table } = await read(text);
	expect(table).toMatchObject({
		roles: ["latitude", "longitude", "radius", "property", "property"],
		sample: [["47", "8", "5", "300", "Bern"]],
	});
	const roles = ["latitude", "longitude", "property", "radius", "ignored"] as const;
	const choice = choiceOfRoles(table?.headings ?? [], roles);
	expect(choice).toMatchObject({ radius: "stock", ignored: ["city"], headings: table?.headings });
	const chosen = await readImport(new Blob([text]), () => {}, { choices: [choice] });
	expect(chosen.table?.roles).toEqual(roles);
	expect(chosen.fences[0]).toHaveProperty("properties", { radius: 300 });
	// Other headings speak for themselves; refused rows have one more.
	const other = await readImport(new Blob(["lat,lon,radius,stock\n47,8,50,300\n"]), () => {}, { choices: [choice] });
	expect(other.fences[0]?.properties).toMatchObject({ radius: 50 });
	const again = new Blob([`refused_because,${text.replace("47", "x,47")}`]);
	expect((await readImport(again, () => {}, { choices: [choice] })).fences[0]?.properties).toMatchObject({
		radius: 300,
	});
});

test.each([
	[
		["A;52,5;13,4;300 m", "B;52,6;13,5;1 km"],
		["name", "latitude", "longitude", "radius"],
	],
	[
		["A;47,4;8,4;300", "B;47,5;8,5"],
		["name", "latitude", "longitude", "property"],
	],
	[
		["13.4,152.5,7", "13.5,152.6,8"],
		["latitude", "longitude", "property"],
	],
	[
		["152.5,13.4,X", "152.6,13.5,Y"],
		["longitude", "latitude", "name"],
	],
	[
		["7\t52.5 N, 13.4 E", "8\t52.6 N, 13.5 E"],
		["property", "coordinates"],
	],
	[["A,52.5,13.4,1.5", "B,52.6,13.5,2.5"], undefined],
	[["A,52,13", "B,53,14"], undefined],
])("the columns of %j are guessed by their contents", async (lines, roles) => {
	const error = await read(`${lines.join("\n")}\n`).catch((thrown: unknown) => thrown);
	const { headings, sample } = (error as UnknownColumnsError).table;
	expect(guessColumns([headings, ...sample])).toEqual(roles);
	expect(isHeaderless(headings)).toBe(lines[0] !== "A,52,13");
});

test("mended rows join the list, and the file that is sent has them, and a header row", async () => {
	const text = '52.5;13.4;"A\n1"\n\n95;13.4;"B\n2"\n52.6;13.5\nx;13.6;D\n';
	const headings = ["Column 1", "Column 2", "Column 3"];
	const choices = [choiceOfRoles(headings, ["latitude", "longitude", "name"])];
	const preview = await readImport(new Blob([text]), () => {}, { headings, choices });
	expect(preview.refused).toMatchObject([
		{ line: 4, cells: ["95", "13.4", "B\n2"] },
		{ line: 6, cells: ["52.6", "13.5"] },
		{ line: 7, cells: ["x", "13.6", "D"] },
	]);
	const mended = new Map([
		[4, ["45", "13.4", "B\n2"]],
		[6, ["52.6", "13.5", "C"]],
	]);
	const again = await readImport(new Blob([text]), () => {}, { headings, choices, mended });
	expect([again.accepted, again.refused.map(({ line }) => line)]).toEqual([3, [7]]);
	const file = await mendedFile(new Blob([text]), { headings, choices, mended });
	expect((await file.text()).trimEnd()).toBe(
		'latitude;longitude;name\n52.5;13.4;"A\n1"\n\n45;13.4;"B\n2"\n52.6;13.5;C\nx;13.6;D',
	);
	expect(await readImport(file, () => {})).toMatchObject({ accepted: 3, refused: [{ line: 8 }] });
});

test("a table gets the positions of its addresses, and keeps what its other columns hold", async () => {
	const text = "Filiale;Straße;Ort;Radius\nMitte;Hauptstr. 1;Berlin;200\nWest;Nebenstr. 2;Berlin;300\n";
	const given = { name: "shops.csv", file: new Blob([text]), contentType: "text/csv" };
	const error = (await read(text).catch((thrown: unknown) => thrown)) as UnknownColumnsError;
	const columns = columnsOfUnnamed(new UnnamedColumnsError(error, given));
	expect(columns.roles).toEqual(["name", "address", "address", "radius"]);
	const rows = rowsOfTable({ rows: await rowsOfFile(given, columns.delimiter) }, columns.roles);
	expect(rows.map(({ address }) => address)).toEqual(["Hauptstr. 1, Berlin", "Nebenstr. 2, Berlin"]);
	const place = { latitude: 52.5, longitude: 13.4 } as FoundPlace;
	const found = addressSource(given, columns, [{ ...(rows[0] as AddressRow), place }, rows[1] as AddressRow]);
	const preview = await readImport(found.file, () => {});
	expect(preview.fences).toMatchObject([
		{ properties: { name: "Mitte", radius: 200, Straße: "Hauptstr. 1", Ort: "Berlin" } },
	]);
	expect(preview.refused).toMatchObject([{ line: 3, reason: "Latitude is empty." }]);
});

test("rows by which nothing can be updated are found, and left out of an update alone", async () => {
	const preview = await read("id,lat,lon\nA,1,1\n,2,2\nB,3,3\nA,4,4\n");
	expect([preview.accepted, preview.refusedCount]).toEqual([4, 0]);
	expect(preview.update).toMatchObject({ refusedCount: 1, refused: [{ line: 3 }], places: [1] });
	expect(updatingFences(preview).map(({ id }) => id)).toEqual(["A", "B", "A"]);
});

test.each([
	[
		"text/csv",
		CSV,
		[
			"refused_because,latitude,longitude,radius,name",
			'"Latitude must be from -90 to 90, and is 95.",95,8,100,B',
			'"5 columns, expected 4 (decimal comma?).",47.1,8,,"C',
			'D",extra',
			'"""x"" is not a latitude.",x,8,,G',
		],
	],
	[
		"text/csv",
		'\n"Name";Lat;Lon\r\nA;1,5;2\r\n"B;\nC";91,5;2\r\n',
		["refused_because;Name;Lat;Lon", '"Latitude must be from -90 to 90, and is 91.5.";"B;', 'C";91,5;2'],
	],
	[
		"text/tab-separated-values",
		"lat\tlon\n1\t2\n91\t2\n",
		["refused_because\tlat\tlon", '"Latitude must be from -90 to 90, and is 91."\t91\t2'],
	],
	[
		"application/x-ndjson",
		'{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[400,0]}}\nnonsense\n',
		[
			'{"type":"Feature","properties":{"refused_because":"Longitude must be from -180 to 180, or run on to 360 at most, and is 400.","name":"A"},"geometry":{"type":"Point","coordinates":[400,0]}}',
			"nonsense",
		],
	],
])("the refused rows of %s are kept as they were, with the reason", async (_type, text, lines) => {
	const file = await refusedFile(new Blob([text]));
	expect((await file.text()).trimEnd().split("\n")).toEqual(lines);
	// A row that fails again has one reason, the current one.
	const again = await (await refusedFile(file)).text();
	expect(again.split("refused_because")).toHaveLength(lines.join().split("refused_because").length);
	expect(again.split("\n")).toHaveLength(lines.length + 1);
});

test("a table of refused rows is for spreadsheets, and its reasons are no formulas", async () => {
	const refused = await refusedFile(new Blob(["lat;lon\n=1+1;2\n"]));
	const bytes = Buffer.from(await refused.arrayBuffer());
	expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
	expect((await refused.text()).split("\n")[1]).toMatch(/^"?[^=]/);
	expect((await readImport(refused, () => {})).refusedCount).toBe(1);
	expect(await (await refusedFile(refused)).text()).toBe(await refused.text());
	const mended = new Blob([(await refused.text()).replaceAll("=1+1", "1")]);
	expect((await readImport(mended, () => {})).accepted).toBe(1);
});

test.each([
	['latitude,longitude,"opened\nin"\n95,8,2020\n47,8,2021\n', "latitude,longitude"],
	['"lat\n"|lon|"a | b"\n95|8|x\n', '"lat\n"|lon|"a | b"'],
	['lat;lon;"the ""old"" name"\n95;8;x\n', 'lat;lon;"the ""old"" name"'],
	["lat,lon,@id\n95,8,x\n", "lat,lon,@id"],
])("the refused rows below the headings of %j can be fixed and read again", async (text, headings) => {
	expect((await read(text)).refusedCount).toBe(1);
	const refused = await refusedFile(new Blob([text]));
	expect(await refused.text()).toContain(headings);
	const again = await readImport(refused, () => {});
	expect([again.accepted, again.refusedCount]).toEqual([0, 1]);
	expect(await (await refusedFile(refused)).text()).toBe(await refused.text());
	const mended = await readImport(new Blob([(await refused.text()).replace(/95(?=[,|;]8)/, "45")]), () => {});
	expect([mended.accepted, mended.refusedCount]).toEqual([1, 0]);
});

test("the refused features of a collection come out as a collection, which can be fixed and read again", async () => {
	const point = (longitude: number) => ({
		type: "Feature",
		properties: null,
		geometry: { type: "Point", coordinates: [longitude, 0] },
	});
	const geometries = [1, 2].map((at) => point(at).geometry);
	const both = { ...point(1), geometry: { type: "GeometryCollection", geometries } };
	const text = JSON.stringify({ type: "FeatureCollection", features: [both, point(1), point(481), point(2)] });
	const file = await (await refusedFile(new Blob([text]))).text();
	expect((await read(file)).refusedCount).toBe(1);
	expect((await read(file.replaceAll("481", "18"))).accepted).toBe(1);
});

test("of a file that is one refused geometry comes a collection of it, which can be fixed and read again", async () => {
	const text = '{"type":"Point",\n"coordinates":[481,0]}';
	expect((await read(text)).refusedCount).toBe(1);
	const file = await (await refusedFile(new Blob([text]))).text();
	expect(file).toContain("refused_because");
	expect((await read(file.replaceAll("481", "18"))).accepted).toBe(1);
});

test.each([
	["latitude,longitude\n1,2", "text/csv", 1],
	["lat\tlon\n1\t2\n3\t4", "text/tab-separated-values", 2],
	["\n\tlat\tlon\tradius\n1\t52,5\t13,4\t100\n2\t52,6\t13,4\t", "text/tab-separated-values", 2],
	["lat;lon\n1,5;2\n", "text/csv", 1],
	['{"type":"FeatureCollection","features":[]}', "application/geo+json", 0],
	['{"type":"Feature",\n"properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}', "application/geo+json", 1],
	['{"type":"Point","coordinates":[1,2]}', "application/geo+json", 1],
	[
		'{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}\n{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}',
		"application/x-ndjson",
		2,
	],
])("pasted %j is %s", async (text, type, accepted) => {
	const source = sourceOfText(text);
	expect(source?.contentType).toBe(type);
	expect((await readImport(source?.file ?? new Blob(), () => {})).accepted).toBe(accepted);
});

test("what is blank or named otherwise is no source", () => {
	expect(sourceOfText(" \n")).toBeNull();
	expect(sourceOfFile(new File([], "shops.docx"))).toBeNull();
	expect(sourceOfFile(new File([], "shops.tsv"))?.contentType).toBe("text/tab-separated-values");
});
