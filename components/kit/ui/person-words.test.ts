import { expect, test } from "vitest";
import { avatarColor, initialsOf } from "./person-words";

test.each([
	["Dana Schmidt", "DS"],
	["Ana María de la Cruz", "AC"],
	["Östen", "ÖS"],
	["carlos@partner.example", "CA"],
	["dana.schmidt@acme.example", "DS"],
	["李 雷", "李雷"],
	["  ", ""],
	["(x) Y", "XY"],
])("the initials of %s are %s", (name, initials) => {
	expect(initialsOf(name)).toBe(initials);
});

test("a person keeps their color, and people differ", () => {
	const ids = Array.from({ length: 60 }, (_, index) => `0198c0de-0000-7000-8000-${String(index).padStart(12, "0")}`);
	expect(ids.map((id) => avatarColor(id, 6))).toEqual(ids.map((id) => avatarColor(id, 6)));
	expect(new Set(ids.map((id) => avatarColor(id, 6))).size).toBe(6);
});
