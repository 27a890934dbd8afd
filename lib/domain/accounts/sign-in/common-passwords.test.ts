import { expect, test, vi } from "vitest";
import { commonPasswords, isCommonPassword } from "./common-passwords";

test("a list that could not be read is read again", async () => {
	const elsewhere = vi.spyOn(process, "cwd").mockReturnValue("/nowhere");
	await expect(commonPasswords()).rejects.toThrow("passwords.json is not below /nowhere");
	elsewhere.mockRestore();
	expect((await commonPasswords()).size).toBeGreaterThan(0);
});

test("the list that ships has more than ten thousand passwords", async () => {
	expect((await commonPasswords()).size).toBeGreaterThan(10_000);
});

test.each([
	"1qaz2wsx3edc",
	"1QAZ2wsx3EDC",
	" qwerty123456 ",
	"Password1234!",
	"123456123456",
	"dragondragon",
	"!!password!!",
])("%j is a common password", async (password) => expect(await isCommonPassword(password)).toBe(true));

test.each([
	"correct horse battery",
	"a few words in a row",
	"8391-2746-55-dragon",
	"a-password-for-this-test",
	"пароль из слов",
])("%j is none", async (password) => expect(await isCommonPassword(password)).toBe(false));
