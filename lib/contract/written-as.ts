import "./without-eval";
import { z } from "zod";

/** A schema in the words of JSON Schema 2020-12, which is that of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * How values are written where their zod schema cannot say it in JSON Schema: a parameter that arrives as text and means a
 * number, a pattern that a format says better. Read by the OpenAPI document alone.
 */
export const writtenForms = z.registry<JsonSchema>();

/** Says how the values of a schema are written; gives the schema back. */
export function writtenAs<T extends z.ZodType>(form: JsonSchema, schema: T): T {
	writtenForms.add(schema, form);
	return schema;
}
