import { expect, test } from "vitest";
import { z } from "zod";
import { asList } from "@/lib/contract/parameters";
import { ANY_FILE } from "@/lib/rules/documents/content-type";
import { parseJson, parseParameters, splitDetail } from "./parse-parameters";
import {
	awaitsContinue,
	NOT_READ,
	parseFields,
	queryOf,
	readBody,
	refuseOtherTypes,
	refuseQueryOf,
	refuseUnread,
	takeKeys,
} from "./read-fields";

const post = (body: BodyInit | null, headers: Record<string, string> = {}, query = "") =>
	new Request(`http://localhost/api/x${query}`, { method: "POST", body, headers });
const json = { "content-type": "application/json" };

test("a body is read by its kind: whole, only checked, or not at all", async () => {
	expect(await readBody(post("123456"), "none", 5, true)).toEqual(NOT_READ);
	expect(await readBody(post("123456"), "stream", undefined, true)).toEqual(NOT_READ);
	const declared = { "content-length": "6" };
	await expect(readBody(post("123456", declared), "stream", 5, true)).rejects.toThrow("at most 5 bytes");
	expect(await readBody(post("123456", declared), "none", 5, true)).toEqual(NOT_READ);
	expect(await readBody(post("123456"), "json", 6, false)).toEqual({ bytes: null, size: 6, isUtf8: true });
	expect((await readBody(post("123456"), "json", 6, true)).bytes).toHaveLength(6);
	expect([awaitsContinue(post("", { expect: "100-Continue" })), awaitsContinue(post(""))]).toEqual([true, false]);
});

test("what the headers say of a body is refused before it is asked for", () => {
	const unread = (kind: "json" | "stream", headers: Record<string, string>, limit?: number, accepts?: string[]) => () =>
		refuseUnread(post("1", headers), kind, { limit, accepts });
	const large = { ...json, "content-length": "2000000" };
	expect(unread("json", large)).toThrow("at most 1048576 bytes");
	expect(unread("stream", large)).not.toThrow();
	expect(unread("stream", large, 5)).toThrow("at most 5 bytes");
	expect(unread("json", { ...json, "content-encoding": "br" })).toThrow("content encoding, and has 'br'");
	expect(unread("json", { "content-type": "text/plain" })).toThrow("must be 'application/json'");
});

test("a content type is one that the route accepts", () => {
	const refused = (kind: "none" | "json" | "form" | "stream", type: string | null, accepts?: string[], size = 1) => {
		const request = new Request("http://localhost/", { headers: type === null ? {} : { "content-type": type } });
		return () => refuseOtherTypes(request, kind, accepts, { ...NOT_READ, size });
	};
	expect(refused("none", "text/plain")).not.toThrow();
	expect(refused("json", "Application/JSON; charset=utf-8")).not.toThrow();
	expect(refused("json", null, undefined, 0)).not.toThrow();
	expect(refused("json", null)).toThrow("must be 'application/json'");
	expect(refused("json", "text/plain", undefined, 0)).toThrow("must be 'application/json'");
	expect(refused("form", "application/json")).toThrow("must be 'application/x-www-form-urlencoded'");
	expect(refused("stream", "text/plain", ["text/csv"])).toThrow("must be one of text/csv");
	expect(refused("stream", null, ["text/csv"])).toThrow("must be one of text/csv");
	expect(refused("stream", "text/csv", ["text/csv"])).not.toThrow();
	expect(refused("stream", "text/plain")).not.toThrow();
	expect(refused("stream", "text/plain", [ANY_FILE])).not.toThrow();
	expect(refused("stream", "multipart/form-data", [ANY_FILE])).toThrow();
});

test("fields stand in the query string or in the body, never in both", () => {
	const fields = (kind: "none" | "json" | "form" | "stream", text: string, query = "") =>
		parseFields(post(null, {}, query), kind, { bytes: new TextEncoder().encode(text), size: 1, isUtf8: true });
	const none = fields("none", "", "?a=1");
	expect([none.named, none.stray, none.json(), none.text()]).toEqual([[["a", "1"]], [], undefined, ""]);
	expect(fields("stream", "", "?a=1").text()).toBeUndefined();
	const body = fields("json", '{"a":1}', "?b=2");
	expect([body.named, body.stray, body.json(), body.text()]).toEqual([[], [["b", "2"]], { a: 1 }, '{"a":1}']);
	expect(fields("json", "").json()).toEqual({});
	expect(() => fields("json", "{").json()).toThrow("the body is not valid JSON");
	const form = fields("form", "a=1&KEY=k", "?b=2");
	expect([form.named, form.stray, form.json()]).toEqual([
		[
			["a", "1"],
			["KEY", "k"],
		],
		[["b", "2"]],
		undefined,
	]);
	expect(takeKeys(form)).toEqual(["k"]);
	expect(form.text()).toBe('[["a","1"]]');
	expect(() => refuseQueryOf(form)).toThrow("unknown parameter 'b' in the query string");
	expect(() => refuseQueryOf(none)).not.toThrow();
	const broken = { bytes: Uint8Array.of(0xff), size: 1, isUtf8: true };
	expect(() => parseFields(post(null), "json", broken)).toThrow("the body is not valid UTF-8");
	expect(() => parseFields(post(null), "json", { bytes: null, size: 1, isUtf8: false })).toThrow("not valid UTF-8");
	expect(parseFields(post(null), "json", { bytes: null, size: 1, isUtf8: true }).text()).toBe("");
});

test.each([
	["KEY=k", "", ["k"], []],
	["KEY=k", "KEY=k", ["k"], []],
	["KEY=k", "KEY=l&b=2", ["k", "l"], ["b"]],
	["KEY=k&KEY=k", "", ["k", "k"], []],
	["KEY=k", "KEY=k&KEY=k", ["k", "k", "k"], []],
	["a=1", "KEY=k", [], ["KEY"]],
])("of the form %s and the query string '%s' the keys are %j", (form, query, keys, stray) => {
	const bytes = new TextEncoder().encode(form);
	const fields = parseFields(post(null, {}, `?${query}`), "form", { bytes, size: 1, isUtf8: true });
	expect(takeKeys(fields)).toEqual(keys);
	expect(fields.stray.map(([name]) => name)).toEqual(stray);
});

test("text that PostgreSQL cannot hold is found however deep it is, and other text is left alone", () => {
	const read = (text: string) =>
		parseFields(post(null), "json", { bytes: new TextEncoder().encode(text), size: 1, isUtf8: true }).json();
	const refused = "the body holds a string with NUL or half a surrogate pair";
	expect(() => read(String.raw`{"a":[null,1,{"b":"\u0000"}],"c":"x"}`)).toThrow(refused);
	expect(read(String.raw`{"a":[null,1,{"b":"\\u0000"}],"c":"x"}`)).toEqual({ a: [null, 1, { b: "\\u0000" }], c: "x" });
	expect(read(String.raw`["\\u0000"]`)).toEqual(["\\u0000"]);
	expect(read(String.raw`"\\u0000"`)).toBe("\\u0000");
});

test("the query string begins at the question mark and ends before the fragment", () => {
	const query = (url: string) => queryOf({ url } as Request);
	expect([query("/a?b=1#c"), query("/a?b=1"), query("/a"), query("/a#c?d")]).toEqual(["b=1", "b=1", "", "d"]);
});

test("a parameter is known, given once, and there where it must be", () => {
	const schema = z.strictObject({ name: z.string(), limit: z.string().optional() });
	const detailed = z.strictObject({ q: z.string() });
	const parse =
		(...fields: [string, string][]) =>
		() =>
			parseParameters(schema, fields, detailed);
	expect(parse(["name", "a"])()).toEqual({ name: "a" });
	expect(parse(["name", "a"], ["name", "b"])).toThrow("parameter 'name' is given more than once");
	const lists = z.strictObject({ tags: asList(z.string()) });
	const [north, south] = [["tags", "north"] as const, ["tags", "south"] as const];
	expect(parseParameters(lists, [north, south])).toEqual({ tags: "north,south" });
	expect(parse(["limit", "1"])).toThrow("missing required parameter 'name'");
	expect(parse(["q", "1"])).toThrow("unknown parameter 'q' without 'detail=true'");
	expect(parse(["x", "1"])).toThrow(/^unknown parameter 'x'$/);
	expect(() => parseParameters(schema, [["q", "1"]])).toThrow(/^unknown parameter 'q'$/);
	const whole = schema.refine(() => false, "is empty");
	expect(() => parseParameters(Object.assign(whole, { shape: schema.shape }), [["name", "a"]])).toThrow("is empty");
	expect(
		splitDetail([
			["detail", "true"],
			["q", "1"],
		]),
	).toEqual({ detail: true, others: [["q", "1"]] });
	expect(splitDetail([["q", "1"]]).detail).toBe(false);
});

test("a field's problem is said in the service's words, of the alternative that was meant", () => {
	const refusal = (schema: z.ZodType, body: unknown) => {
		try {
			return parseJson(schema, body);
		} catch (thrown) {
			return (thrown as Error).message;
		}
	};
	const field = (schema: z.ZodType, value: unknown) => refusal(z.strictObject({ a: schema }), { a: value });
	expect(field(z.literal("x"), "y")).toBe("'a': must be x");
	expect(field(z.enum(["x", "y"]), "z")).toBe("'a': must be one of x, y");
	expect([field(z.uuid(), "x"), field(z.guid(), "x")]).toEqual(["'a': must be a GUID", "'a': must be a GUID"]);
	expect(field(z.email(), "x")).toBe("'a': is not written as it must be");
	expect(
		refusal(
			z.undefined().refine(() => false, "must be given"),
			undefined,
		),
	).toBe("the body: must be given");
	const one = z.strictObject({ b: z.string(), c: z.string() });
	const other = z.strictObject({ b: z.string(), d: z.strictObject({ e: z.string() }) });
	const either = z.union([one, other]);
	expect(field(either, { b: 1, c: "x" })).toBe("'a.b': must be a string");
	expect(field(either, { b: "x", d: { f: 1 } })).toBe("'a.d.e': is missing");
	expect(field(either, { b: "x" })).toBe("'a': is none of what may stand here");
	const shorter = z.strictObject({ b: z.string() });
	expect(field(z.union([z.strictObject({ c: z.string(), b: z.string() }), shorter]), {})).toBe("'a.b': is missing");
	expect(field(z.union([z.string(), one]), { b: 1, c: "x" })).toBe("'a': is none of what may stand here");
	const kinds = z.discriminatedUnion("kind", [one.extend({ kind: z.literal("one") })]);
	expect(field(kinds, { kind: "other" })).toBe("'a.kind': is none of what may stand here");
});
