import { Prisma } from "@/lib/generated/prisma/client";

/** Rows of `list_counts` (alias `n`) that count what a condition holds for. */
export interface Counted {
	readonly list: "designs" | "builds" | "deployed_designs" | "design_targets" | "deployments";
	readonly where: Prisma.Sql;
}

/** A reason to see rows: any of them is enough. Who sees what is written in grounds alone; filters and lists are made of them. */
export interface Ground {
	readonly where: Prisma.Sql;
	/** Without it: a handful of rows, which an index finds. */
	readonly counted?: Counted;
}

/** Visible rows of a list, and none of its other parts'. */
export interface VisiblePart {
	readonly where: Prisma.Sql;
	/** Whether it is a handful of rows, seen for personal reasons. */
	readonly personal: boolean;
	readonly counted: Counted | null;
}

/** The condition of a single row. */
export function anyGround(grounds: readonly Ground[]): Prisma.Sql {
	return Prisma.sql`(${Prisma.join(
		grounds.map(({ where }) => where),
		" OR ",
	)})`;
}

/**
 * The grounds as disjoint parts, each with an index that has its rows in the order of a list: a page is merged from their first rows,
 * where a condition with OR would be asked of everybody's rows.
 */
export function partsOf(grounds: readonly Ground[]): VisiblePart[] {
	const parts: VisiblePart[] = [];
	const before: Prisma.Sql[] = [];
	const summed: Prisma.Sql[] = [];
	for (const { where, counted } of grounds) {
		if (counted === undefined) continue;
		parts.push({
			where: without(where, before),
			personal: false,
			counted: { ...counted, where: without(counted.where, summed) },
		});
		before.push(where);
		summed.push(counted.where);
	}
	const personal = grounds.filter(({ counted }) => counted === undefined);
	if (personal.length > 0) parts.push({ where: without(anyGround(personal), before), personal: true, counted: null });
	return parts;
}

function without(where: Prisma.Sql, others: readonly Prisma.Sql[]): Prisma.Sql {
	return Prisma.join([where, ...others.map((other) => Prisma.sql`NOT (${other})`)], " AND ");
}
