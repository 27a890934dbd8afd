import fc from "fast-check";
import { expect, test } from "vitest";
import { comparableText, comparableTexts } from "./comparable-text";

test.each([
	["an accent in two forms", "Cafe\u0301", "Café"],
	["Korean in two forms", "\u1112\u1161\u11ab", "한"],
	["a zero width space", "\u200bgym\u200b", "gym"],
	["a soft hyphen", "coffee\u00adbar", "coffeebar"],
	["a byte order mark", "\ufeffgym", "gym"],
	["a direction mark", "gym\u200f", "gym"],
	["a joiner between a letter and its accent", "e\u034f\u0301", "é"],
	["a variation selector", "☕\ufe0f", "☕"],
	["a tag character", "gym\u{e0041}", "gym"],
	["a blank behind an invisible character", "\u200b gym \u2060", "gym"],
	["blanks inside", " New  York ", "New  York"],
	["only what is invisible", "\u200b\u2060\u00ad ", ""],
])("%s", (_what, text, expected) => {
	expect(comparableText(text)).toBe(expected);
});

test("a comparable text stays as it is", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
			expect(comparableText(comparableText(text))).toBe(comparableText(text));
		}),
	);
});

test("a list keeps its order, and each text once", () => {
	expect(comparableTexts(["b", "Cafe\u0301", "\u200b", " b\u200b ", "Café"])).toEqual(["b", "Café"]);
});
