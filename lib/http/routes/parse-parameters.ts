import { z } from "zod";
import { detailParameters, isList } from "@/lib/contract/parameters";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { decisiveIssue, fieldProblem } from "./field-problem";
import { printable } from "./form-parameters";

/** A schema of named parameters, each parsed from a string. */
export type ParameterSchema = z.ZodType & { readonly shape: Readonly<Record<string, z.ZodType>> };

type Field = readonly [name: string, value: string];

/**
 * Parses named parameters: refuses unknown ones first, and repeated ones that are no lists, then
 * checks each by its schema (docs/contract.md, Parameters).
 * @param detailed the schema of `detail=true`; the message for its parameters suggests it
 * @throws InvalidArgumentError that names the first wrong parameter
 */
export function parseParameters<Schema extends ParameterSchema>(
	schema: Schema,
	fields: readonly Field[],
	detailed?: ParameterSchema,
): z.output<Schema> {
	const given: Record<string, string> = Object.create(null);
	for (const [name, value] of fields) {
		if (!Object.hasOwn(schema.shape, name)) {
			const remedy = detailed !== undefined && Object.hasOwn(detailed.shape, name) ? " without 'detail=true'" : "";
			throw new InvalidArgumentError(`unknown parameter '${printable(name)}'${remedy}`, { parameter: name });
		}
		const known = innermost(schema.shape[name] as z.ZodType);
		// An empty enumeration is as if absent.
		if (known instanceof z.ZodEnum && value.trim() === "") continue;
		const before = given[name];
		if (before !== undefined && !isList(known)) {
			throw new InvalidArgumentError(`parameter '${name}' is given more than once`, { parameter: name });
		}
		given[name] = before === undefined ? value : `${before},${value}`;
	}
	const result = schema.safeParse({ ...given });
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const name = String(issue?.path[0] ?? "");
	const absent = name !== "" && !(name in given);
	throw new InvalidArgumentError(
		absent ? `missing required parameter '${name}'` : `parameter '${name}' ${issue?.message ?? "is not valid"}`,
		{ parameter: name },
	);
}

/** A parameter's schema without its optional and default wrappers. */
function innermost(schema: z.ZodType): z.ZodType {
	if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return innermost(schema.unwrap() as z.ZodType);
	return schema;
}

/** Separates `detail` from the other fields. */
export function splitDetail(fields: readonly Field[]): { detail: boolean; others: readonly Field[] } {
	const { detail } = parseParameters(
		detailParameters,
		fields.filter(([name]) => name === "detail"),
	);
	return { detail, others: fields.filter(([name]) => name !== "detail") };
}

/**
 * Checks a JSON body against its schema.
 * @throws InvalidArgumentError that names the path of the first wrong field
 */
export function parseJson<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
	const result = schema.safeParse(body, { reportInput: false, error: fieldProblem });
	if (result.success) return result.data;
	const [issue] = result.error.issues.slice(0, 1).map(decisiveIssue);
	const path = (issue?.path ?? []).map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
	const field = path === "" ? "the body" : `'${printable(path.replace(/^\./, ""))}'`;
	throw new InvalidArgumentError(`${field}: ${issue?.message ?? "is not valid"}`, { parameter: path });
}
