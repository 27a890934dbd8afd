import fc from "fast-check";
import { expect, test } from "vitest";
import { searchTerms, searchWords } from "./normalize";

/** Matches a query against a text like the index does (docs/contract.md, Search). */
function finds(text: string, q: string): boolean {
	const words = searchWords(text);
	return searchWords(q).every((prefix) => words.some((word) => word.startsWith(prefix)));
}

test.each([
	["Cafés d'Orléans", "cafe ORL"],
	["Cafe\u0301s", "CAFÉ"],
	["Straße", "STRASSE"],
	["STRASSE", "straße"],
	["Ørsted, Łódź, Đà Nẵng", "orsted lodz da nang"],
	["Œuvre Ærø", "oeuvre aero"],
	["İstanbul ılık", "istanbul ILIK"],
	["ΣΊΣΥΦΟΣ", "σίσυφος"],
	["σίσυφος", "ΣΙΣΥΦΟΣ"],
	["ﬁnal №２", "final no2"],
	["東京タワー", "東京"],
	["مُحَمَّد", "محمد"],
	["TC-77/x user_name", "tc-77 user name"],
	["ada@customer.example", "customer.ex"],
])("%s is found by %s", (text, q) => {
	expect(finds(text, q)).toBe(true);
});

const INVISIBLE = {
	"soft hyphen": "\u00ad",
	"zero width space": "\u200b",
	"zero width non-joiner": "\u200c",
	"zero width joiner": "\u200d",
	"word joiner": "\u2060",
	"byte order mark": "\ufeff",
	"right-to-left mark": "\u200f",
	"left-to-right embedding": "\u202a",
	"combining grapheme joiner": "\u034f",
	"variation selector": "\ufe0f",
	"Hangul filler": "\u3164",
	tag: "\u{e0041}",
};

test.each(Object.entries(INVISIBLE))("a %s neither belongs to a word nor separates words", (_, invisible) => {
	fc.assert(
		fc.property(
			fc.constantFrom("Coffee", "Cafés", "می‌روم", "क्‍षमा", "東京タワー", "한국어"),
			fc.nat(),
			fc.nat(),
			(word, inText, inQuery) => {
				const within = (at: number) => {
					const letters = [...word];
					return letters.toSpliced(at % (letters.length + 1), 0, invisible).join("");
				};
				expect(searchWords(within(inText))).toEqual(searchWords(word));
				expect(finds(word, within(inQuery))).toBe(true);
				expect(finds(within(inText), word)).toBe(true);
			},
		),
	);
});

test("joiners of Persian and Indic letters do not separate words", () => {
	expect(searchWords("می\u200cروم کتاب\u200cها")).toEqual(["میروم", "کتابها"]);
	expect(searchWords("क\u094d\u200dष")).toEqual(searchWords("क\u094dष"));
	expect(searchTerms("\u00ad\u200b")).toEqual({ nothing: true });
});

test.each([
	["Cafés", "afes"],
	["Istanbul", "stanbul"],
	["Berlin", "Berlin Paris"],
])("%s is not found by %s", (text, q) => {
	expect(finds(text, q)).toBe(false);
});

test("a complete GUID finds a row, words match prefixes, and a query without words matches nothing", () => {
	const id = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";
	expect(searchTerms(` ${id.toUpperCase()} `)).toEqual({ id });
	expect(searchTerms(id.slice(1))).toHaveProperty("words");
	expect(searchTerms("O'Neil & co:*")).toEqual({ words: ["o", "neil", "co"] });
	for (const q of ["&|!", "'", "😀", "\u200b"]) expect(searchTerms(q)).toEqual({ nothing: true });
});
