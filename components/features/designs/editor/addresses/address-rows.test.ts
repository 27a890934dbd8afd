import { expect, test } from "vitest";
import type { FoundPlace } from "@/lib/contract/found-place";
import { type AddressRow, circlesOf, readAddresses, withAddress, withOutcome } from "./address-rows";

const placeAt = (latitude: number): FoundPlace => ({
	...{ kind: "address", source: "geocoder", name: "Main Street", region: null, country: "Germany" },
	...{ latitude, longitude: 13, population: null, bounds: [13, 52, 14, 53] },
});

test("a list has an address a line, or columns of a spreadsheet with the name first", () => {
	const rows = readAddresses("Alexanderplatz 1, Berlin\r\n\n Shop 7\tMain Street 2\t10178 Berlin\n");
	expect(rows.map(({ name, address }) => [name, address])).toEqual([
		["", "Alexanderplatz 1, Berlin"],
		["Shop 7", "Main Street 2, 10178 Berlin"],
	]);
});

test("what is found makes circles; of several places the chosen one, and a corrected address is open again", () => {
	const [row] = readAddresses("Shop\tMain Street") as [AddressRow];
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
