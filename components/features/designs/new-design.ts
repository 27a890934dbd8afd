import type { z } from "zod";
import { audience } from "@/lib/contract/audience";
import { createDesignBody } from "@/lib/contract/design";
import { comparableText } from "@/lib/rules/text/comparable-text";

export type NewDesign = z.input<typeof createDesignBody>;
export type FieldName = "name" | "set_name" | "targeting_code" | "audience";
export type FieldProblems = Partial<Record<FieldName, string>>;

const text = (fields: FormData, name: string) => {
	const value = fields.get(name);
	return typeof value === "string" ? value : "";
};

const SUBJECTS: Record<FieldName, string> = {
	name: "The name",
	set_name: "The set's name",
	targeting_code: "The targeting code",
	audience: "The expression",
};

/** The first problem of an audience expression with its path, or null. */
export function audienceProblem(json: string): string | null {
	let expression: unknown;
	try {
		expression = JSON.parse(json);
	} catch (error) {
		return `The expression is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`;
	}
	const parsed = audience.safeParse(expression);
	const issue = parsed.error?.issues[0];
	if (issue === undefined) return null;
	const place = issue.path.length === 0 ? "The expression" : `"${issue.path.join(".")}"`;
	return issue.code === "invalid_union"
		? `${place} must be a condition with a "segment", or one of "all", "any" and "not".`
		: `${place}: ${issue.message}.`;
}

const UNFINISHED = "An audience needs at least one source, and a segment in every condition.";

/** Whether an expression only lacks a source or segments. */
function isUnfinished(json: string): boolean {
	const filled = json
		.replaceAll(/"segment":\s*""/g, '"segment":"s"')
		.replaceAll(/"sources":\s*\[\]/g, '"sources":["s"]');
	return filled !== json && audienceProblem(filled) === null;
}

/** The problem of the builder's expression, or null. */
export function expressionProblem(json: string): string | null {
	const problem = audienceProblem(json);
	return problem !== null && isUnfinished(json) ? UNFINISHED : problem;
}

/** Reads the fields as the request body, or as a problem by field. */
export function readNewDesign(fields: FormData): { body: NewDesign } | { problems: FieldProblems } {
	const type = text(fields, "type") === "audience" ? "audience" : "proximity";
	const code = comparableText(text(fields, "targeting_code"));
	const expression = text(fields, "audience");
	const problems: FieldProblems = {};
	if (type === "audience") {
		const problem = expressionProblem(expression);
		if (problem !== null) problems.audience = problem;
	}
	const name = text(fields, "name").trim();
	const ownSetName = text(fields, "set_name").trim();
	const body: NewDesign = {
		name,
		type,
		sets: [
			{
				set_name: ownSetName === "" ? name : ownSetName,
				...(code === "" ? {} : { targeting_code: code }),
				...(type === "audience" && problems.audience === undefined ? { audience: JSON.parse(expression) } : {}),
			},
		],
	};
	for (const { path, message } of createDesignBody.safeParse(body).error?.issues ?? []) {
		const field = (["name", "set_name", "targeting_code"] as const).find((known) => path.at(-1) === known);
		// A set named after the design would repeat the problem of its name.
		if (field === undefined || (field === "set_name" && ownSetName === "")) continue;
		problems[field] ??= `${SUBJECTS[field]} ${message}.`;
	}
	return Object.keys(problems).length > 0 ? { problems } : { body };
}

/** The empty expression of a new audience. */
export const NOTHING_YET = { sources: [], where: { segment: "" } };
