import { expect, test } from "vitest";
import { plainCode } from "./plain-code";

test.each([
	["as it was made", "012389", "012389"],
	["full-width", "０１２３８９", "012389"],
	["full-width, with an ideographic space", "０１２　３８９", "012389"],
	["Arabic", "٠١٢٣٨٩", "012389"],
	["Persian", "۰۱۲۳۸۹", "012389"],
	["Devanagari", "०१२३८९", "012389"],
	["Chakma, beyond the first plane", "𑄶𑄷𑄸𑄹𑄾𑄿", "012389"],
	["bold", "𝟎𝟏𝟐𝟑𝟖𝟗", "012389"],
	["with what separates its digits", " 012\u2011389\n", "012389"],
	["with invisible marks of direction", "\u200e012389\u200f", "012389"],
	["a recovery code", "ABCD-efgh-2345-6777", "abcdefgh23456777"],
	["a full-width recovery code", "ＡＢＣＤ－ｅｆｇｈ－２３４５－６７７７", "abcdefgh23456777"],
	["what is no digit stays", "²½x", "21⁄2x"],
])("%s", (_, typed, code) => {
	expect(plainCode(typed)).toBe(code);
});
