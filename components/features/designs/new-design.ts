import type { z } from "zod";
import { createDesignBody } from "@/lib/contract/design";
import { comparableText } from "@/lib/rules/text/comparable-text";

export type NewDesign = z.input<typeof createDesignBody>;
export type FieldName = "name" | "set_name" | "targeting_code";
export type FieldProblems = Partial<Record<FieldName, string>>;

const text = (fields: FormData, name: string) => {
	const value = fields.get(name);
	return typeof value === "string" ? value : "";
};

const SUBJECTS: Record<FieldName, string> = {
	name: "The name",
	set_name: "The set's name",
	targeting_code: "The targeting code",
};

/** Reads the fields as the request body, or as a problem by field. */
export function readNewDesign(fields: FormData): { body: NewDesign } | { problems: FieldProblems } {
	const type = text(fields, "type") === "audience" ? "audience" : "proximity";
	const code = comparableText(text(fields, "targeting_code"));
	const problems: FieldProblems = {};
	const name = text(fields, "name").trim();
	const ownSetName = text(fields, "set_name").trim();
	const set = {
		set_name: ownSetName === "" ? name : ownSetName,
		...(code === "" ? {} : { targeting_code: code }),
	};
	// A set of an audience design needs an audience, which is built in the editor.
	const body: NewDesign = { name, type, sets: type === "audience" ? [] : [set] };
	for (const { path, message } of createDesignBody.safeParse(body).error?.issues ?? []) {
		const field = (["name", "set_name", "targeting_code"] as const).find((known) => path.at(-1) === known);
		// A set named after the design would repeat the problem of its name.
		if (field === undefined || (field === "set_name" && ownSetName === "")) continue;
		problems[field] ??= `${SUBJECTS[field]} ${message}.`;
	}
	return Object.keys(problems).length > 0 ? { problems } : { body };
}
