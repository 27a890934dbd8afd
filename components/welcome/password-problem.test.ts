import { expect, test } from "vitest";
import { passwordProblem } from "./password-problem";

test.each([
	["eleven char", "eleven char", "password"],
	["abababababab", "abababababab", "password"],
	["", "", "password"],
	["correct horse", "correct house", "repeated"],
	["correct horse", "", "repeated"],
])("%j, repeated as %j, has a problem with %s", (password, repeated, field) => {
	expect(passwordProblem(password, repeated)).toEqual({ field, sentence: expect.stringMatching(/^[A-Z].*\.$/) });
});

test("a long password typed twice has none", () => {
	expect(passwordProblem("correct horse", "correct horse")).toBeNull();
});
