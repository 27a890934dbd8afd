import { z } from "zod";
import { type JsonSchema, writtenForms } from "@/lib/contract/written-as";
import { portablePattern } from "./portable-pattern";

/**
 * Converts the contract's zod schemas to JSON Schema with zod's own converter, whose output is
 * OpenAPI 3.1's dialect. Schemas with an id in their metadata become components.
 */
export class JsonSchemas {
	readonly components: Record<string, JsonSchema> = {};

	/** Converts the schema of a request (`input`) or a response (`output`). */
	convert(schema: z.ZodType, io: "input" | "output"): JsonSchema {
		const { $schema: _, $defs = {}, ...converted } = z.toJSONSchema(schema, { io, override: improve });
		for (const [name, component] of Object.entries($defs)) this.#add(name, component);
		return finished(converted) as JsonSchema;
	}

	#add(name: string, component: JsonSchema): void {
		const { id: _, ...said } = finished(component) as JsonSchema;
		const before = this.components[name];
		if (before !== undefined && JSON.stringify(before) !== JSON.stringify(said)) {
			throw new Error(`two different schemas have the id ${name}: give one another id`);
		}
		this.components[name] = said;
	}
}

/** The schema of a document for editors, which read draft 7 best. */
export function schemaForEditors(schema: z.ZodType): JsonSchema {
	return finished(z.toJSONSchema(schema, { io: "input", target: "draft-7", override: improve })) as JsonSchema;
}

function improve({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
	const form = writtenForms.get(zodSchema);
	if (form !== undefined) {
		// Keep the schema's own description; the form describes the format of values.
		const { description, deprecated } = jsonSchema;
		const words = { ...(description === undefined ? {} : { description }), ...(deprecated ? { deprecated } : {}) };
		for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
		Object.assign(jsonSchema, form, words);
	}
	// zod omits examples and the default of a transformed value.
	const { examples } = z.globalRegistry.get(zodSchema) ?? {};
	if (Array.isArray(examples)) jsonSchema.examples = examples;
	if (
		zodSchema instanceof z.ZodDefault &&
		["number", "string", "boolean"].includes(typeof zodSchema.def.defaultValue)
	) {
		jsonSchema.default = zodSchema.def.defaultValue;
	}
	// These bounds are those of every safe integer and describe nothing.
	if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
	if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/**
 * Turns zod's local references into references within the document, and writes patterns and tuples
 * as generators read them.
 */
function finished(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(finished);
	if (typeof value !== "object" || value === null) return value;
	const entries = Object.entries(value).map(([name, inner]) => {
		if (typeof inner !== "string") return [name, finished(inner)];
		if (name === "$ref") return [name, inner.replace("#/$defs/", "#/components/schemas/")];
		return [name, name === "pattern" ? portablePattern(inner) : inner];
	});
	return withItems(Object.fromEntries(entries));
}

/** Adds `items` to a tuple, which many generators need of every array, and its length. */
function withItems(schema: JsonSchema): JsonSchema {
	const prefixItems = schema.prefixItems as JsonSchema[] | undefined;
	if (prefixItems === undefined) return schema;
	const distinct = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()];
	const [only] = distinct;
	const items = distinct.length === 1 && only !== undefined ? only : { anyOf: distinct };
	return { ...schema, items, minItems: prefixItems.length, maxItems: prefixItems.length };
}
