import type { z } from "zod";
import { detailParameters } from "@/lib/contract/parameters";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { decisiveIssue, fieldProblem } from "./field-problem";
import { printable } from "./form-parameters";

/** A schema of named parameters, each read from a string. */
export type ParameterSchema = z.ZodType & { readonly shape: Readonly<Record<string, z.ZodType>> };

type Field = readonly [name: string, value: string];

/**
 * Parses named parameters: unknown and repeated ones first, then each by its schema (design.md section 4, item 4).
 * @param detailed the schema that `detail=true` would select; its parameters get a hint
 * @throws InvalidArgumentError that names the first parameter that is wrong.
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
		if (name in given)
			throw new InvalidArgumentError(`parameter '${name}' is given more than once`, { parameter: name });
		given[name] = value;
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

/** Whether the fields ask for the detailed answer, and the other fields. */
export function splitDetail(fields: readonly Field[]): { detail: boolean; others: readonly Field[] } {
	const { detail } = parseParameters(
		detailParameters,
		fields.filter(([name]) => name === "detail"),
	);
	return { detail, others: fields.filter(([name]) => name !== "detail") };
}

/**
 * Checks a JSON body against its schema.
 * @throws InvalidArgumentError that names the first field that is wrong by its path.
 */
export function parseJson<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
	const result = schema.safeParse(body, { reportInput: false, error: fieldProblem });
	if (result.success) return result.data;
	const [first] = result.error.issues;
	const issue = first && decisiveIssue(first);
	const path = (issue?.path ?? []).map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
	const field = path === "" ? "the body" : `'${printable(path.replace(/^\./, ""))}'`;
	throw new InvalidArgumentError(`${field}: ${issue?.message ?? "is not valid"}`, { parameter: path });
}
