import type { z } from "zod";

/** The type in JSON of a value of the database. */
type InJson<Value> = Value extends Date ? string : Value extends bigint ? number : Value;

/** Fields that a record has under the same name, in the type that JSON makes of them. */
type Copied<Row, Source> = keyof {
	[Name in keyof Row & keyof Source as InJson<Source[Name]> extends Row[Name] ? Name : never]: unknown;
};

/**
 * An object of the API from a record of the database: fields of one name are copied, times as ISO
 * 8601, `bigint` as numbers.
 * @param schema the object's, whose order of fields it gets
 * @param more fields that the record lacks, or has under another name or in another type
 */
export function rowOf<Row extends object, Source extends object>(
	schema: z.ZodType<Row> & { readonly shape: Readonly<Record<string, unknown>> },
	record: Source,
	more: Omit<Row, Copied<Row, Source>> & Partial<Row>,
): Row {
	const fields: Readonly<Record<string, unknown>> = { ...record, ...more };
	return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, inJson(fields[name])])) as Row;
}

function inJson(value: unknown): unknown {
	if (typeof value === "bigint") return Number(value);
	return value instanceof Date ? value.toISOString() : value;
}
