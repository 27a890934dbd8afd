import { expect, test } from "vitest";
import { passwordProblem } from "./password-problem";

test.each([
	["eleven char", "eleven char", "password"],
	["abababababab", "abababababab", "password"],
	["", "", "password"],
	["correct horse", "correct house", "repeated"],
	["correct horse", "", "repeated"],
])("%j, repeated as %j, has a problem with %s", async (password, repeated, field) => {
	expect(await passwordProblem(password, repeated)).toEqual({ field, sentence: expect.stringMatching(/^[A-Z].*\.$/) });
});

test("a long password typed twice has none", async () => {
	expect(await passwordProblem("correct horse", "correct horse")).toBeNull();
});
