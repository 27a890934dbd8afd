import { z } from "zod";
import { keyText } from "./parameters";
import { positive } from "./primitives";
import { described, writtenAs } from "./written-as";

/** Limits of one expression: conditions, levels of nesting and sources. */
export const AUDIENCE_LIMITS = { conditions: 500, depth: 20, sources: 20 } as const;

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be the slug of an inventory source");

/**
 * A condition: at least `min_visits` (default 1) visits of a segment within `within_days` (default:
 * unlimited) before the source's newest visit.
 */
export const audienceCondition = z
	.strictObject({
		segment: keyText(1, 200).meta(described("Name of a segment of the inventory source.", "coffee-drinkers")),
		min_visits: positive.max(1_000_000).optional().meta(described("Minimum number of visits; 1 by default.", 2)),
		within_days: positive
			.max(36_500)
			.optional()
			.meta(described("Days before the newest visit of the source; unlimited by default.", 30)),
	})
	.meta({
		id: "AudienceCondition",
		description:
			"One condition: at least `min_visits` (default 1) visits of a segment `within_days` (default: ever) before the source's newest visit.",
	});
export type AudienceCondition = z.infer<typeof audienceCondition>;

export type AudienceExpression =
	| AudienceCondition
	| { all: AudienceExpression[] }
	| { any: AudienceExpression[] }
	| { not: AudienceExpression };

/** A boolean combination of conditions (docs/contract.md, Audience expressions). */
export const audienceExpression: z.ZodType<AudienceExpression> = z
	.lazy(() =>
		z.union([
			audienceCondition,
			z.strictObject({ all: audienceGroup().describe("True if all conditions are true.") }),
			z.strictObject({ any: audienceGroup().describe("True if at least one condition is true.") }),
			z.strictObject({ not: negatedExpression }),
		]),
	)
	.meta({ id: "AudienceExpression", description: "A boolean combination of conditions." });

const negatedExpression = z.lazy(() => audienceExpression).describe("True if the condition is false.");
const audienceGroup = () => z.array(audienceExpression).min(1).max(AUDIENCE_LIMITS.conditions);

/** Counts levels and conditions without recursion, so that no input can exhaust the stack. */
export function measureAudienceExpression(expression: unknown): { conditions: number; depth: number } {
	let conditions = 0;
	let depth = 0;
	const open: { node: unknown; level: number }[] = [{ node: expression, level: 1 }];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		depth = Math.max(depth, next.level);
		if (typeof next.node !== "object" || next.node === null) continue;
		const { all, any, not } = next.node as { all?: unknown; any?: unknown; not?: unknown };
		const inner = [all, any].flatMap((group) => (Array.isArray(group) ? group : []));
		if (not !== undefined) inner.push(not);
		if (inner.length === 0) conditions += 1;
		const level = next.level + 1;
		for (const node of inner) open.push({ node, level });
	}
	return { conditions, depth };
}

const withinLimits = z.unknown().superRefine((value, context) => {
	const { conditions, depth } = measureAudienceExpression(value);
	if (depth > AUDIENCE_LIMITS.depth) {
		context.addIssue({ code: "custom", message: `is nested deeper than ${AUDIENCE_LIMITS.depth} levels` });
	} else if (conditions > AUDIENCE_LIMITS.conditions) {
		context.addIssue({ code: "custom", message: `has more than ${AUDIENCE_LIMITS.conditions} conditions` });
	}
});

/** The audience of a set: an expression over inventory sources. */
export const audience = z
	.strictObject({
		sources: z
			.array(slug)
			.min(1)
			.max(AUDIENCE_LIMITS.sources)
			.meta(described("Slugs of the inventory sources to search.", ["acme-mobile"])),
		where: writtenAs(
			{ $ref: "#/components/schemas/AudienceExpression" },
			withinLimits.pipe(audienceExpression),
		).describe("The condition that a device must meet."),
	})
	.meta({ id: "Audience", description: "The audience of a set: an expression over inventory sources." });
export type Audience = z.infer<typeof audience>;
