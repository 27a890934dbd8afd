import { expect, test } from "vitest";
import type { FoundPlace } from "@/lib/contract/found-place";
import { type AddressRow, circlesOf, rowsOfTable, withAddress, withOutcome } from "./address-rows";
import { readAddressTable } from "./address-table";

const placeAt = (latitude: number): FoundPlace => ({
	...{ kind: "address", source: "geocoder", name: "Main Street", region: null, country: "Germany" },
	...{ latitude, longitude: 13, population: null, bounds: [13, 52, 14, 53] },
});

const read = (text: string) => {
	const table = readAddressTable(text);
	return rowsOfTable(table, table.roles).map(({ name, address }) => [name, address]);
};

test.each([
	[
		"Alexanderplatz 1, Berlin\r\n\n Main Street 2; Berlin\nX",
		[
			["", "Alexanderplatz 1, Berlin"],
			["", "Main Street 2; Berlin"],
		],
	],
	["Shop 7\tMain Street 2\t10178 Berlin\n", [["Shop 7", "Main Street 2, 10178 Berlin"]]],
	[
		'Nr;Filiale;Straße;PLZ;Ort;Telefon\n7;"Shop; 7";Hauptstr. 2;10178;Berlin;030 1\n',
		[["Shop; 7", "Hauptstr. 2, 10178, Berlin"]],
	],
	['name,address\nA,"Main Street 2, Berlin"\n', [["A", "Main Street 2, Berlin"]]],
])("%j is read by its columns", (text, rows) => {
	expect(read(text)).toEqual(rows);
});

test("what is found makes circles; of several places the chosen one, and a corrected address is open again", () => {
	const table = readAddressTable("Shop\tMain Street");
	const [row] = rowsOfTable(table, table.roles) as [AddressRow];
	const found = withOutcome(row, { state: "found", places: [placeAt(52)] });
	const several = withOutcome(row, { state: "ambiguous", places: [placeAt(52), placeAt(50)] });
	const none = withOutcome(row, { state: "not_found", places: [] });
	expect(circlesOf([found, several, none], 150)).toEqual([
		{
			type: "Feature",
			geometry: { type: "Point", coordinates: [13, 52] },
			properties: { radius: 150, name: "Shop" },
		},
	]);
	expect(circlesOf([{ ...several, place: placeAt(50) }], 150)).toHaveLength(1);
	expect(withAddress(found, "Main Street 3")).toMatchObject({ state: "not_asked", place: null });
});
