import { Prisma } from "@/lib/generated/prisma/client";

/** Rows of `list_counts` whose sum is the number of a condition's rows. */
export interface Counted {
	readonly list: "designs" | "builds" | "deployed_designs" | "design_targets" | "deployments";
	readonly where: Prisma.Sql;
}

/**
 * A reason to see rows; any of them is enough. Visibility is written in grounds only, from which
 * filters and lists are made.
 */
export interface Ground {
	readonly where: Prisma.Sql;
	/** Absent for a handful of rows, which an index finds. */
	readonly counted?: Counted;
}

/** Visible rows of a list, disjoint from its other parts. */
export interface VisiblePart {
	readonly where: Prisma.Sql;
	/** Whether it is a handful of rows that the caller sees for personal reasons. */
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
 * Makes disjoint parts of grounds. Each part has an index in the order of the list, so a page is
 * merged from their first rows. A condition with OR would have to check all rows.
 */
export function partsOf(grounds: readonly Ground[]): VisiblePart[] {
	const parts: VisiblePart[] = [];
	const before: Prisma.Sql[] = [];
	const countedBefore: Prisma.Sql[] = [];
	for (const { where, counted } of grounds) {
		if (counted === undefined) continue;
		parts.push({
			where: without(where, before),
			personal: false,
			counted: { ...counted, where: without(counted.where, countedBefore) },
		});
		before.push(where);
		countedBefore.push(counted.where);
	}
	const personal = grounds.filter(({ counted }) => counted === undefined);
	if (personal.length > 0) parts.push({ where: without(anyGround(personal), before), personal: true, counted: null });
	return parts;
}

function without(where: Prisma.Sql, others: readonly Prisma.Sql[]): Prisma.Sql {
	return Prisma.join([where, ...others.map((other) => Prisma.sql`NOT (${other})`)], " AND ");
}
