import { expect, test } from "vitest";
import { UnknownColumnsError } from "@/lib/rules/documents/unknown-columns-error";
import { sourceOfFile, sourceOfText } from "./import-source";
import { warningInWords } from "./import-warnings";
import { readImport, updatingFences } from "./read-import";
import { refusedFile } from "./refused-file";

const read = (text: string) => readImport(new Blob([text]), () => {});
const CSV =
	'latitude,longitude,radius,name\n47,8,100,"A, with\na break"\n95,8,100,B\n47.1,8,,"C\nD",extra\n47.2,8,50,E\n0,0,5,F\n47.2,8,50,E again\nx,8,,G';

test("a table is read by the service's rules; doubts are told", async () => {
	const preview = await read(CSV);
	expect(preview.accepted).toBe(4);
	expect(preview.refusedCount).toBe(3);
	expect(preview.refused).toEqual([
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
		sample: [
			["A", "52,5", "13,4"],
			["B", "x", "13"],
			["C", "1", "2"],
		],
	});
	const choices = [{ coordinates: "Lage" }, { latitude: "Nord", longitude: "Ost", name: "Filiale" }];
	const preview = await readImport(new Blob([text]), () => {}, { choices });
	expect(preview.fences[0]).toMatchObject({ geometry: { coordinates: [13.4, 52.5] }, properties: { name: "A" } });
	const file = await refusedFile(new Blob([text]), { choices });
	expect(await file.text()).toContain('"""x"" is not a latitude.";B;x;13');
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
