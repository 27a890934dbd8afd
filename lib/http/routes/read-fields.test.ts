import { expect, test } from "vitest";
import { parseFields, readBody } from "./read-fields";

async function jsonOf(text: string): Promise<unknown> {
	const headers = { "content-type": "application/json" };
	const request = new Request("http://localhost/api/designs", { method: "POST", headers, body: text });
	return parseFields(request, "json", await readBody(request, "json", undefined, true)).json();
}

test.each([
	["NUL", String.raw`{"name":"a\u0000"}`],
	["the first half of a pair", String.raw`{"name":"a\ud800"}`],
	["the first half of a pair in a name", String.raw`{"a\uD800":1}`],
	["the second half of a pair", String.raw`{"name":"a\udc00b"}`],
	["the second half of a pair in capitals, in a list", String.raw`{"sets":[{"set_name":"\uDFFF"}]}`],
	["the halves of a pair in each other's places", String.raw`{"name":"\ude80\ud83d"}`],
])("JSON that escapes %s is refused, as it could not be stored as it came", async (_, text) => {
	await expect(jsonOf(text)).rejects.toThrow("the body holds a string with NUL or half a surrogate pair");
});

test("JSON that would take its parser long is refused before it is parsed", async () => {
	await expect(jsonOf("[".repeat(100))).rejects.toThrow("the body nests deeper than 64 levels");
});

test("JSON with an escaped surrogate pair, or an escaped backslash before a surrogate's digits, is accepted", async () => {
	expect(await jsonOf(String.raw`{"name":"\ud83d\ude80 \\udc00"}`)).toEqual({ name: "🚀 \\udc00" });
});
