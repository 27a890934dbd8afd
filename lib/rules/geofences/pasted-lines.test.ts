import { expect, test } from "vitest";
import { pastedLines, tableOfLines } from "./pasted-lines";
import { accepted, parseAll, refusals } from "./testing";

test.each([
	["52.52, 13.405", [["52.52, 13.405", false, ""]]],
	["52° 31' 12\" N 13° 24' 18\" E 300 m", [["52° 31' 12\" N 13° 24' 18\" E", false, "300 m"]]],
	["Alexanderplatz 300 m", [["Alexanderplatz", true, "300 m"]]],
	["Alexanderplatz", [["Alexanderplatz", true, ""]]],
	[
		"Alexanderplatz 300 m\r\nZoo, Berlin 0.5 km",
		[
			["Alexanderplatz", true, "300 m"],
			["Zoo, Berlin", true, "0.5 km"],
		],
	],
	["POLYGON((0 0,1 0,1 1,0 0))", [["POLYGON((0 0,1 0,1 1,0 0))", false, ""]]],
	[
		"https://www.google.com/maps/@52.52,13.405,17z\n\n52.6 13.5",
		[
			["https://www.google.com/maps/@52.52,13.405,17z", false, ""],
			["52.6 13.5", false, ""],
		],
	],
])("%j names where geofences are", (text, lines) => {
	expect(pastedLines(text)?.map(({ where, isPlace, radius }) => [where, isPlace, radius])).toEqual(lines);
});

test.each([
	[""],
	["latitude,longitude\n1,2"],
	["Name;Breite;Länge\nA;1;2"],
	["Filiale;Nord;Ost\nA;1;2"],
	["Filiale,Nord,Ost\nA,B,C"],
	["52.5, 13.4\n".repeat(1_001)],
])("%j is a table", (text) => {
	expect(pastedLines(text)).toBeUndefined();
});

test("an import reads lines as a table; a place that was not found is refused by its name", async () => {
	const lines = pastedLines("Zoo 300 m\nNowhere 1 km\n52° 31' 12\" N, 13° E\nPOLYGON((0 0,1 0,1 1,0 0))") ?? [];
	const table = tableOfLines(lines, (name) =>
		name === "Zoo" ? { name: "Zoo, Berlin", latitude: 52.5, longitude: 13.3 } : undefined,
	);
	const rows = await parseAll(table, "text/csv");
	expect(refusals(rows)).toEqual(['3: "Nowhere" is not a position.']);
	expect(accepted(rows)).toMatchObject([
		{ geometry: { coordinates: [13.3, 52.5] }, properties: { radius: 300, name: "Zoo, Berlin" } },
		{ geometry: { coordinates: [13, 52.52] }, properties: { radius: 100 } },
		{ geometry: { type: "Polygon" } },
	]);
});
