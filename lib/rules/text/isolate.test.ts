import { expect, test } from "vitest";
import { isolate, withoutTurns } from "./isolate";

test.each([
	["plain letters", "Coffee shops, DACH", "Coffee shops, DACH"],
	["accents, other scripts that run to the right, and symbols", "Übergröße 咖啡 ☕ Кофе", "Übergröße 咖啡 ☕ Кофе"],
	["a right-to-left override", "shops\u202egnp", "\u2068shops\u202egnp\u2069"],
	["Hebrew", "קפה", "\u2068קפה\u2069"],
	["Arabic", "مقهى 12", "\u2068مقهى 12\u2069"],
	["Adlam, beyond the first plane", "\u{1e900}", "\u2068\u{1e900}\u2069"],
	["an end of an isolate that it did not begin", "a\u2069\u202eb", "\u2068a\u202eb\u2069"],
	["a beginning that does not end", "\u2067a", "\u2068\u2067a\u2069\u2069"],
	["one that ends", "a\u2067b\u2069c", "\u2068a\u2067b\u2069c\u2069"],
	["nothing", "", ""],
])("%s", (_name, text, isolated) => {
	expect(isolate(text)).toBe(isolated);
});

test("the ending of a file's name is the one that is read", () => {
	expect(withoutTurns("shops\u202egnp.tgt")).toBe("shopsgnp.tgt");
	expect(withoutTurns("קפה.tgt")).toBe("קפה.tgt");
});
