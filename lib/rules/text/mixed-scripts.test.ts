import { expect, test } from "vitest";
import { mixedScripts, mixedScriptsWords } from "./mixed-scripts";

test.each([
	["Pharmacies DACH 2026"],
	["Café Zürich – Łódź, 24/7 №5"],
	["Аптеки «Москва»"],
	["Καφενεία Αθήνα"],
	["東京 カフェ と Coffee"],
	["台北 ㄅㄆ Coffee"],
	["서울 漢字 Coffee"],
	["בתי קפה"],
	["مقاهي ٢٤"],
	["Cafe\u0301 ☕️ 5 µm"],
	[""],
])("the letters of %j are written together", (name) => {
	expect(mixedScripts(name)).toEqual([]);
});

test.each([
	["Phаrmacies", ["Latin", "Cyrillic"]],
	["Аптеки DACH", ["Cyrillic", "Latin"]],
	["Αcme", ["Greek", "Latin"]],
	["Acme Ꭺ", ["Latin", "Cherokee"]],
	["カフェ Кофе", ["Japanese", "Cyrillic"]],
	["서울 ひらがな", ["Korean", "Japanese"]],
	["Acme ꓮ Аcme", ["Latin", "Lisu", "Cyrillic"]],
	["Acme 𐌀", ["Latin", "others"]],
])("those of %j are not: %j", (name, scripts) => {
	expect(mixedScripts(name)).toEqual(scripts);
});

test("the words name all of them", () => {
	expect(["Acme", "Phаrmacies", "Acme ꓮ Аcme"].map(mixedScriptsWords)).toEqual([
		null,
		"letters of several alphabets: Latin and Cyrillic",
		"letters of several alphabets: Latin, Lisu and Cyrillic",
	]);
});
