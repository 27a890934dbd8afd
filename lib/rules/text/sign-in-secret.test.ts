import { expect, test } from "vitest";
import { signInSecret } from "./sign-in-secret";

const SECRET = "tsl_8Jm-x_Qo0yJ1n0Yw3fV5kKq2bHcT7dUeL9sRzAaPgWi";

test.each([
	["the link", `https://service.example/welcome#${SECRET}`],
	["the link of a service below a path", `https://service.example/ui/welcome#${SECRET}`],
	["with the sign encoded", `https://service.example/welcome%23${SECRET}`],
	["with the sign encoded twice", `https://service.example/welcome%2523${SECRET}`],
	["without the sign", `https://service.example/welcome${SECRET}`],
	["within the address of a gateway", `https://gate.example/?url=https%3A%2F%2Fs.example%2Fwelcome%23${SECRET}&data=1`],
	["in brackets, with what stood around it", ` <https://service.example/welcome#${SECRET}>.`],
	["the secret alone", SECRET],
])("is found in %s", (_, text) => {
	expect(signInSecret(text)).toBe(SECRET);
});

test.each(["", "https://service.example/welcome", "https://service.example/welcome#", "tsl_"])(
	"is not there: %s",
	(text) => {
		expect(signInSecret(text)).toBeUndefined();
	},
);
