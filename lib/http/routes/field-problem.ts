import type { z } from "zod";
import { printable } from "./form-parameters";

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
	string: "a string",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	array: "a list",
	object: "an object",
	null: "null",
};

/** The verb and unit of kinds that have a size; numbers have none. */
const COUNTED: Readonly<Record<string, readonly [verb: string, unit: string]>> = {
	string: ["have", "character"],
	array: ["hold", "item"],
};

/**
 * Describes a problem of a JSON field as a predicate. Replaces zod's messages, such as "invalid
 * input"; zod does not call it for issues with a message of their own.
 */
export function fieldProblem(issue: RawIssue): string | undefined {
	if (issue.input === undefined) return "is missing";
	switch (issue.code) {
		case "invalid_type":
			return `must be ${KINDS[issue.expected] ?? issue.expected}`;
		case "invalid_value":
			return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
		case "unrecognized_keys":
			return `takes no ${named(issue.keys)}`;
		case "too_small":
			return bound("at least", "more than", issue, issue.minimum);
		case "too_big":
			return bound("at most", "less than", issue, issue.maximum);
		case "invalid_format":
			return issue.format === "guid" || issue.format === "uuid" ? "must be a GUID" : "is not written as it must be";
		case "invalid_union":
			return "is none of what may stand here";
		default:
			return undefined;
	}
}

/** Unknown keys are unlimited, so an answer names only the first of them. */
const MOST_NAMED = 10;

function named(keys: readonly string[]): string {
	const first = keys.slice(0, MOST_NAMED).map((key) => `'${printable(key)}'`);
	const others = keys.length - first.length;
	return `${first.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

function bound(
	within: string,
	beyond: string,
	{ origin, inclusive }: { origin: string; inclusive?: boolean | undefined },
	limit: number | bigint,
): string {
	const counted = COUNTED[origin];
	if (counted === undefined) return `must be ${inclusive === false ? beyond : within} ${limit}`;
	const [verb, unit] = counted;
	return `must ${verb} ${within} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
}

/**
 * Picks the issue to report, with its whole path. In a union the alternative with the fewest
 * unknown keys counts, then the one with the fewest faults; a tie reports the union's own issue.
 */
export function decisiveIssue(issue: Issue): Issue {
	if (issue.code !== "invalid_union") return issue;
	const nearest = issue.errors.toSorted(
		(one, other) => unknownKeyCount(one) - unknownKeyCount(other) || one.length - other.length,
	);
	const [meant = [], another = []] = nearest;
	const [fault] = meant;
	if (fault === undefined) return issue;
	if (unknownKeyCount(another) === unknownKeyCount(meant) && another.length === meant.length) return issue;
	return decisiveIssue({ ...fault, path: [...issue.path, ...fault.path] });
}

function unknownKeyCount(faults: readonly Issue[]): number {
	return faults.flatMap((fault) => (fault.code === "unrecognized_keys" && fault.path.length === 0 ? fault.keys : []))
		.length;
}
