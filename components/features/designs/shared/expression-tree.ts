import type { AudienceExpression } from "@/lib/contract/audience";
import { comparableText } from "@/lib/rules/text/comparable-text";

/** Steps from the root of an expression to a part, as in a JSON Pointer. */
export type Path = readonly (string | number)[];

/** The JSON Pointer of a part, as in estimates. */
export const pointerOf = (path: Path): string => path.map((step) => `/${step}`).join("");

/** The part at a JSON Pointer; null where the expression has none, as after an edit. */
export function partAt(expression: AudienceExpression, pointer: string): AudienceExpression | null {
	let part: unknown = expression;
	for (const step of pointer.split("/").slice(1)) part = (part as Record<string, unknown> | undefined)?.[step];
	return (part as AudienceExpression | undefined) ?? null;
}

export type Group = "all" | "any";

export const isGroup = (
	expression: AudienceExpression,
): expression is { all: AudienceExpression[] } | { any: AudienceExpression[] } =>
	"all" in expression || "any" in expression;

/** The kind and the parts of a group. */
export function groupOf(expression: { all: AudienceExpression[] } | { any: AudienceExpression[] }): {
	kind: Group;
	parts: AudienceExpression[];
} {
	return "all" in expression ? { kind: "all", parts: expression.all } : { kind: "any", parts: expression.any };
}

export const groupFrom = (kind: Group, parts: AudienceExpression[]): AudienceExpression =>
	kind === "all" ? { all: parts } : { any: parts };

/** The expression below any number of `not`s, whether they negate it, and its path. */
export function underNot(
	expression: AudienceExpression,
	path: Path,
): { core: AudienceExpression; negated: boolean; path: Path } {
	let core = expression;
	let negated = false;
	let inner = path;
	while ("not" in core) {
		core = core.not;
		negated = !negated;
		inner = [...inner, "not"];
	}
	return { core, negated, path: inner };
}

/** The expression with one part changed or removed (null); an empty group is removed too. */
export function changeAt(
	expression: AudienceExpression,
	path: Path,
	change: (part: AudienceExpression) => AudienceExpression | null,
): AudienceExpression | null {
	const [step, ...rest] = path;
	if (step === undefined) return change(expression);
	if ("not" in expression) {
		const inner = changeAt(expression.not, rest, change);
		return inner === null ? null : { not: inner };
	}
	if (!isGroup(expression)) return expression;
	const { kind, parts } = groupOf(expression);
	const [place, ...further] = rest;
	const changed = parts.flatMap((part, at) => {
		if (at !== place) return [part];
		const next = changeAt(part, further, change);
		return next === null ? [] : [next];
	});
	return changed.length === 0 ? null : groupFrom(kind, changed);
}

/** Whether every condition names a segment. */
export function isComplete(expression: AudienceExpression): boolean {
	if ("not" in expression) return isComplete(expression.not);
	if (isGroup(expression)) return groupOf(expression).parts.every(isComplete);
	return comparableText(expression.segment) !== "";
}
