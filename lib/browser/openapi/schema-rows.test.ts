import { describe, expect, test } from "vitest";
import type { OpenApiDocument, Schema } from "@/lib/contract/openapi/document";
import { sampleAnswer, sampleRequest } from "@/lib/contract/openapi/sample";
import { boundsOf, innerOf, rowsOf, typeWords, valuesOf } from "./schema-rows";

const schemas: Record<string, Schema> = {
	Set: {
		type: "object",
		description: "A set.",
		properties: { set_id: { type: "string", format: "uuid" }, tags: { type: "array", items: { type: "string" } } },
		required: ["set_id"],
	},
	Condition: { type: "object", properties: { segment: { type: "string", examples: ["gym"] } }, required: ["segment"] },
	Expression: {
		anyOf: [
			{ $ref: "#/components/schemas/Condition" },
			{
				type: "object",
				properties: { all: { type: "array", items: { $ref: "#/components/schemas/Expression" } } },
				required: ["all"],
			},
			{ type: "object", properties: { not: { $ref: "#/components/schemas/Expression" } }, required: ["not"] },
		],
	},
	Tree: {
		type: "object",
		properties: {
			parent: { anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: "null" }] },
			children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
		},
		required: ["parent", "children"],
	},
	Round: { $ref: "#/components/schemas/Round" },
};
const document = { components: { schemas } } as unknown as OpenApiDocument;
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

describe("names of types", () => {
	test.each<[Schema, string]>([
		[{ type: "integer" }, "integer"],
		[{ type: "string", format: "date-time" }, "string (date-time)"],
		[{ type: ["string", "null"] }, "string or null"],
		[{ anyOf: [ref("Set"), { type: "null" }] }, "Set or null"],
		[{ type: "array", items: ref("Set") }, "array of Set"],
		[{ anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] }, "array of string or null"],
		[{ type: "array", prefixItems: [{ type: "number" }, { type: "number" }] }, "array of 2 numbers"],
		[{ const: 4, type: "number" }, "number"],
		[{ enum: ["a", "b"] }, "string"],
		[{}, "any value"],
		[{ oneOf: [{ type: "string" }, { type: "integer" }] }, "string or integer"],
	])("%j is %s", (schema, words) => {
		expect(typeWords(document, schema)).toBe(words);
	});
});

test.each<[Schema, string[]]>([
	[{ type: "integer", minimum: 0, maximum: 500 }, ["0 to 500"]],
	[{ type: "integer", minimum: 1 }, ["at least 1"]],
	[{ type: "string", minLength: 1, maxLength: 2000 }, ["1 to 2,000 characters"]],
	[{ type: "string", minLength: 1 }, ["at least 1 character"]],
	[{ type: "array", items: {}, maxItems: 50 }, ["at most 50 items"]],
	[{ type: "array", items: {}, minItems: 6, maxItems: 6 }, ["exactly 6 items"]],
	[{ type: "number", exclusiveMinimum: 1, maximum: 1000 }, ["at most 1,000", "more than 1"]],
	[{ anyOf: [{ type: "string", maxLength: 64 }, { type: "null" }] }, ["at most 64 characters"]],
	[{ type: "string", format: "uuid", pattern: "^x$" }, []],
	[{ type: "string", pattern: "^[a-z]+$" }, ["matches ^[a-z]+$"]],
])("the bounds of %j are %j", (schema, words) => {
	expect(boundsOf(schema)).toEqual(words);
});

test("the values of a list are those of its items, without null", () => {
	expect(valuesOf(document, { type: "array", items: { type: "string", enum: ["a", "b"] } })).toEqual(["a", "b"]);
	expect(valuesOf(document, { type: ["string", "null"], enum: ["a", null] })).toEqual(["a"]);
	expect(valuesOf(document, { anyOf: [{ enum: ["a"] }, { type: "null" }] })).toEqual(["a"]);
	expect(valuesOf(document, { const: true })).toEqual(["true"]);
});

test("each field has a row, with the reference's description unless it has its own", () => {
	const schema: Schema = {
		type: "object",
		required: ["set"],
		properties: {
			set: ref("Set"),
			more: { ...ref("Set"), description: "Another." },
			size: { type: "integer", default: 0, deprecated: true },
		},
	};
	expect(rowsOf(document, schema)).toMatchObject([
		{ name: "set", type: "Set", required: true, description: "A set.", inner: schemas.Set },
		{ name: "more", required: false, description: "Another." },
		{ name: "size", type: "integer", deprecated: true, byDefault: "0", inner: null },
	]);
});

test("alternatives are named, or described by their fields", () => {
	expect(rowsOf(document, ref("Expression")).map(({ type }) => type)).toEqual(["Condition", "{ all }", "{ not }"]);
});

test("a recursive schema is expanded level by level, without an endless loop", () => {
	const [parent, children] = rowsOf(document, ref("Tree"));
	expect(parent?.inner).toEqual(schemas.Tree);
	expect(children?.inner).toEqual(schemas.Tree);
	expect(innerOf(document, ref("Expression"))).toEqual(schemas.Expression);
	expect(rowsOf(document, ref("Round"))).toEqual([]);
	expect(typeWords(document, ref("Nowhere"))).toBe("Nowhere");
});

describe("examples", () => {
	test("answers have every field, requests the required ones", () => {
		expect(sampleAnswer(document, ref("Set"))).toEqual({
			set_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			tags: ["text"],
		});
		expect(Object.keys(sampleRequest(document, ref("Set")) as object)).toEqual(["set_id"]);
		const optional: Schema = { type: "object", properties: { a: { type: "boolean" }, b: { type: "string" } } };
		expect(sampleRequest(document, optional)).toEqual({ a: true });
	});

	test("end where a schema recurs", () => {
		expect(sampleAnswer(document, ref("Tree"))).toEqual({ parent: null, children: [] });
		expect(sampleAnswer(document, ref("Expression"))).toEqual({ segment: "gym" });
		expect(sampleAnswer(document, ref("Round"))).toBeNull();
	});
});
