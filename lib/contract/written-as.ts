import { z } from "zod";

/** A schema in JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The JSON Schemas of values that zod cannot convert: numbers sent as text, and patterns that a
 * format describes. Read by the OpenAPI document alone.
 */
export const writtenForms = z.registry<JsonSchema>();

/** Registers the JSON Schema of a zod schema and gives the zod schema back. */
export function writtenAs<T extends z.ZodType>(form: JsonSchema, schema: T): T {
	writtenForms.add(schema, form);
	return schema;
}

/** The description of a field with an example value, for the OpenAPI document. */
export const described = (description: string, example: unknown) => ({ description, examples: [example] });
