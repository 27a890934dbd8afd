import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type KeyPress, keyOf } from "./key-of";

const press = (key: string, code: string, more: Partial<KeyPress> = {}): KeyPress => ({
	key,
	code,
	shiftKey: false,
	isComposing: false,
	keyCode: 0,
	...more,
});
const shiftKey = true;

test.each([
	["a letter", press("k", "KeyK"), "k"],
	["a letter with Shift", press("K", "KeyK", { shiftKey }), "K"],
	["a letter with Caps Lock", press("K", "KeyK"), "k"],
	["a letter with Caps Lock and Shift", press("k", "KeyK", { shiftKey }), "K"],
	["a letter of a keyboard that has it elsewhere (Dvorak)", press("k", "KeyV"), "k"],
	["a letter of a French keyboard", press("a", "KeyQ"), "a"],
	["a Cyrillic letter", press("л", "KeyK"), "k"],
	["a Cyrillic letter with Shift", press("Ф", "KeyA", { shiftKey }), "A"],
	["a Cyrillic letter with Caps Lock", press("Ф", "KeyA"), "a"],
	["a Greek letter", press("κ", "KeyK"), "k"],
	["a Hebrew letter", press("ל", "KeyK"), "k"],
	["an Arabic letter", press("ن", "KeyK"), "k"],
	["two Arabic letters of one key", press("لا", "KeyB"), "b"],
	["an Arabic mark with Shift", press("\u064e", "KeyA", { shiftKey }), "A"],
	["a Hangul letter", press("ㅏ", "KeyK"), "k"],
	["a Thai letter", press("า", "KeyK"), "k"],
	["a Turkish letter in the place of another", press("ğ", "KeyE"), "ğ"],
	["a German letter", press("ö", "Semicolon"), "ö"],
	["a sign of a Russian keyboard", press("/", "Backslash", { shiftKey }), "/"],
	["a sign that a Hebrew keyboard has in the place of a letter", press("/", "KeyQ"), "/"],
	["an Arabic question mark", press("؟", "Slash", { shiftKey }), "?"],
	["an Arabic letter in the place of the slash", press("ظ", "Slash"), "/"],
	["a Devanagari letter in the place of the asterisk", press("श्र", "Digit8", { shiftKey }), "*"],
	["a letter in the place of a sign that means nothing", press("ж", "Semicolon"), "ж"],
	["a key without a letter", press("Enter", "NumpadEnter"), "Enter"],
	["the space bar", press(" ", "Space"), " "],
	["Enter that ends a composition", press("Enter", "Enter", { isComposing: true, keyCode: 229 }), "Process"],
	["Enter that ends a composition in Safari", press("Enter", "Enter", { keyCode: 229 }), "Process"],
	["Escape that cancels a composition", press("Escape", "Escape", { isComposing: true }), "Process"],
	["a letter that an input method takes", press("Process", "KeyK", { keyCode: 229 }), "Process"],
])("%s", (_, event, key) => {
	expect(keyOf(event)).toBe(key);
	expect(keyOf({ key: "synthetic", nativeEvent: event } as unknown as Parameters<typeof keyOf>[0])).toBe(key);
});

test("every part of the pages asks it, and reads no key itself", () => {
	const reads =
		/\b(?:event|nativeEvent)\.(?:key|code|keyCode|which|isComposing)\b|\{[^{}]*\bkey\b[^{}]*\}: KeyboardEvent/g;
	for (const sample of ['event.key === "x"', "event.nativeEvent.isComposing", "({ target, key }: KeyboardEvent)"]) {
		expect(sample).toMatch(reads);
	}
	const files = ["app", "components", "lib/browser"].flatMap((directory) =>
		readdirSync(directory, { recursive: true, encoding: "utf8" }).map((path) => join(directory, path)),
	);
	const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.endsWith("kit/keyboard/key-of.ts"));
	expect(sources.length).toBeGreaterThan(300);
	expect(sources.filter((file) => readFileSync(file, "utf8").match(reads) !== null)).toEqual([]);
});
