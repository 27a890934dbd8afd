import { expect, test } from "vitest";
import type { FoundPlace } from "@/lib/contract/found-place";
import { boxWords, extentWords, middleOf, placeLabel } from "./place-words";

const berlin = { name: "Berlin", country: "Germany", distance: 3 };

test.each([
	["a point", [13.4, 52.52, 13.4, 52.52], berlin, "near Berlin, Germany (52.52° N, 13.40° E)"],
	[
		"far from all",
		[13.4, 52.52, 13.4, 52.52],
		{ ...berlin, distance: 90 },
		"90 km from Berlin, Germany (52.52° N, 13.40° E)",
	],
	["a country", [6, 48, 14, 54], berlin, "870 km around Berlin, Germany (48.00° N to 54.00° N, 6.00° E to 14.00° E)"],
	["the world", [-120, -30, 140, 60], berlin, "30.00° S to 60.00° N, 120.00° W to 140.00° E"],
	["nothing near", [0, 0, 0, 0], null, "0.00° N, 0.00° E"],
	[
		"a city state",
		[103.8, 1.3, 103.8, 1.3],
		{ name: "Singapore", country: "Singapore", distance: 0 },
		"near Singapore (1.30° N, 103.80° E)",
	],
] as const)("the extent of %s in words", (_what, box, near, words) => {
	expect(extentWords([...box], near)).toBe(words);
});

test("a box in words", () => {
	expect(boxWords([-0.5, 51.25, 0.3, 51.7])).toBe("51.25° N to 51.70° N, 0.50° W to 0.30° E");
	expect(boxWords([13.399, 52.518, 13.401, 52.521])).toBe("52.52° N, 13.40° E");
});

test("the middle of an extent across the antimeridian lies within 180", () => {
	expect(middleOf([179, -17, 183, -15])).toBe("-16.00,-179.00");
});

test("a place is told by its region and country, each said once", () => {
	const place: FoundPlace = {
		kind: "city",
		source: "gazetteer",
		name: "Paris",
		region: "Texas",
		country: "United States",
		latitude: 33.7,
		longitude: -95.6,
		population: 25_000,
		bounds: [-96, 33, -95, 34],
	};
	expect(placeLabel(place)).toBe("Paris, Texas, United States");
	expect(placeLabel({ ...place, name: "Monaco", region: null, country: "Monaco" })).toBe("Monaco");
});
