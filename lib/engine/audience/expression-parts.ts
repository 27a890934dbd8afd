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
