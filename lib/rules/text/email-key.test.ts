import { expect, test } from "vitest";
import { emailKey } from "./email-key";

test.each([
	["Jane.Doe@Example.COM", "jane.doe@example.com"],
	[" jane@example.com\t", "jane@example.com"],
	["Zoe\u0308@Bu\u0308cher.example", "zo\u00eb@b\u00fccher.example"],
	["ИВАН@ПОЧТА.РФ", "иван@почта.рф"],
	["ΟΔΥΣΣΕΥΣ@x.gr", "οδυσσευσ@x.gr"],
	["οδυσσευς@x.gr", "οδυσσευσ@x.gr"],
	["A\u030angstro\u0308m@x.se", "\u00e5ngstr\u00f6m@x.se"],
])("%s is compared as %s", (address, key) => {
	expect(emailKey(address)).toBe(key);
	expect(emailKey(key)).toBe(key);
});

test.each([
	["mıke@example.com", "mike@example.com"],
	["strasse@example.com", "straße@example.com"],
	["zoe@example.com", "zoë@example.com"],
	["аnna@example.com", "anna@example.com"],
])("%s and %s are two people", (one, other) => {
	expect(emailKey(one)).not.toBe(emailKey(other));
});
