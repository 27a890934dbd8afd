import type { AudienceExpression } from "@/lib/contract/audience";

/** A part of an expression with its JSON Pointer (RFC 6901), empty for the root. */
export interface ExpressionPart {
	readonly path: string;
	readonly where: AudienceExpression;
}

/** All parts of an expression, parents first. */
export function expressionParts(where: AudienceExpression, path = ""): ExpressionPart[] {
	const own = { path, where };
	if ("all" in where)
		return [own, ...where.all.flatMap((part, index) => expressionParts(part, `${path}/all/${index}`))];
	if ("any" in where)
		return [own, ...where.any.flatMap((part, index) => expressionParts(part, `${path}/any/${index}`))];
	if ("not" in where) return [own, ...expressionParts(where.not, `${path}/not`)];
	return [own];
}

/**
 * The steps of an expression: the parts of its outermost group in their order, or the whole where
 * there is no group.
 */
export function outermostParts(where: AudienceExpression): { kind: "all" | "any"; paths: string[] } {
	if ("all" in where) return { kind: "all", paths: where.all.map((_part, index) => `/all/${index}`) };
	if ("any" in where) return { kind: "any", paths: where.any.map((_part, index) => `/any/${index}`) };
	return { kind: "all", paths: [""] };
}
