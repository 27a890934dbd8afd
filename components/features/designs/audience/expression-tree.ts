import type { AudienceExpression } from "@/lib/contract/audience";

/** Steps from the whole expression to a part of it, as in a JSON Pointer. */
export type Path = readonly (string | number)[];

/** The JSON Pointer by which an estimate names the part. */
export const pointerOf = (path: Path): string => path.map((step) => `/${step}`).join("");

export type Group = "all" | "any";

export const isGroup = (
	expression: AudienceExpression,
): expression is { all: AudienceExpression[] } | { any: AudienceExpression[] } =>
	"all" in expression || "any" in expression;

/** Whether a group asks for all or any, and its parts. */
export function groupOf(expression: { all: AudienceExpression[] } | { any: AudienceExpression[] }): {
	kind: Group;
	parts: AudienceExpression[];
} {
	return "all" in expression ? { kind: "all", parts: expression.all } : { kind: "any", parts: expression.any };
}

export const groupFrom = (kind: Group, parts: AudienceExpression[]): AudienceExpression =>
	kind === "all" ? { all: parts } : { any: parts };

/** What stands under any number of `not`s, whether they turn it round, and the way to it. */
export function underNot(
	expression: AudienceExpression,
	path: Path,
): { core: AudienceExpression; negated: boolean; path: Path } {
	let core = expression;
	let negated = false;
	let way = path;
	while ("not" in core) {
		core = core.not;
		negated = !negated;
		way = [...way, "not"];
	}
	return { core, negated, path: way };
}

/** The expression with one part changed, or taken away (null); a group that has lost its last part goes with it. */
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
	return expression.segment.trim() !== "";
}
