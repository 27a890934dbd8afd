import type { z } from "zod";
import type { FormField, FormFields, Problems } from "./form-field";

/** How the fields of a form become a body. */
export interface FormShape<Body> {
	fields: FormFields;
	/** The body of the fields' values, where it is not the values themselves. */
	body?: ((values: Record<string, unknown>, form: FormData) => unknown) | undefined;
	/** Judges the body before it is sent. */
	schema?: z.ZodType<unknown, Body> | undefined;
}

/** The words of a list: between blanks, lines and commas, each once. */
export const wordsIn = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((word) => word !== ""))];

/** The trimmed text of a field; empty where there is none. */
export const textOf = (form: FormData, name: string): string => String(form.get(name) ?? "").trim();

/**
 * Reads a form as its body, with the problems of its fields. The API checks values without a field.
 */
export function readForm<Body>({ fields, body, schema }: FormShape<Body>, form: FormData) {
	const entries = fields.flat().filter((entry) => entry !== null && entry !== false);
	const declared = entries.filter((entry) => entry.kind !== "own");
	const values = Object.fromEntries(
		declared.map((field) => [field.name, fieldValue(field, form)]).filter(([, value]) => value !== undefined),
	);
	const read = (body?.(values, form) ?? values) as Body;
	const problems: Record<string, string> = {};
	const isEmpty = ({ name }: FormField) => form.getAll(name).every((value) => String(value).trim() === "");
	for (const field of declared) {
		const checked = "check" in field ? field.check?.(textOf(form, field.name), form) : null;
		const problem = field.required !== undefined && isEmpty(field) ? field.required : checked;
		if (problem) problems[field.name] = problem;
	}
	const names = entries.flatMap((entry) => (entry.kind === "own" ? (entry.names ?? []) : [entry.name]));
	// A value built from an empty optional field is no problem of that field.
	const silent = declared.filter((field) => field.optional && isEmpty(field)).map(({ name }) => name);
	for (const { path, message } of schema?.safeParse(read).error?.issues ?? []) {
		const name = path.findLast((key) => names.includes(String(key)));
		if (name === undefined || silent.includes(String(name))) continue;
		problems[String(name)] ??= sentenceOf(message);
	}
	return { body: read, problems: problems as Problems };
}

function sentenceOf(message: string): string {
	if (message.startsWith("must")) return `This ${message}.`;
	return message.includes("expected number") ? "Enter a number." : "This is not valid.";
}

/** The keys of a body that differ from those of an earlier one. */
export function changesOf<Body extends object>(body: Body, before: Body): Partial<Body> {
	const was = new Map(Object.entries(before).map(([key, value]) => [key, JSON.stringify(value)]));
	return Object.fromEntries(
		Object.entries(body).filter(([key, value]) => was.get(key) !== JSON.stringify(value)),
	) as Partial<Body>;
}

function fieldValue(field: FormField, form: FormData): unknown {
	const text = textOf(form, field.name);
	switch (field.kind) {
		case "switch":
			return form.has(field.name);
		case "boxes":
			return form.getAll(field.name);
		case "number": {
			if (text === "" && (field.optional || field.empty !== undefined)) return field.empty ?? null;
			return field.unit === undefined ? Number(text) : Math.round(Number(text) * field.unit);
		}
		default:
			return field.read === undefined ? text : field.read(text);
	}
}
