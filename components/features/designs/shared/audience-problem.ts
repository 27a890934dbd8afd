import { audience } from "@/lib/contract/audience";

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
