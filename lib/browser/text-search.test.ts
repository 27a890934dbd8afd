import { expect, test } from "vitest";
import { beginsWords, textFilter } from "./text-search";

test.each([
	["Cafés Zürich", "cafe", true],
	["Cafe Zurich", " CAFÉ zür ", true],
	["Straße", "strasse", true],
	["coffee-drinkers", "drink", true],
	["Cafés Zürich", "zurich cafe", false],
	["anything", "  ", true],
])("%s holds %s: %s", (text, q, found) => {
	expect(textFilter(q)(text)).toBe(found);
});

test.each([
	["Łódź Øst metro-east", "lodz ost", true],
	["Metro East metro-east", "metro-east", true],
	["Deploy the selected", "dép sel", true],
	["Metro East", "east metro", true],
	["Metro East", "etro", false],
	["Metro East", "?", false],
	["Metro East", " ", true],
])("words of %s begin with %s: %s", (name, q, found) => {
	expect(beginsWords(name, q)).toBe(found);
});
