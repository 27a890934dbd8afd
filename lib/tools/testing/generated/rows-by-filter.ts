import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** A filter of the access rules beside what the predicates of single rows say. */
export interface Rule {
	readonly from: Prisma.Sql;
	/** The column of the rows' ids. */
	readonly id: Prisma.Sql;
	readonly filter: (principal: Principal) => Prisma.Sql;
	readonly sees: (principal: Principal) => readonly { readonly id: string }[];
}

/** The rows of each principal by the filter, asked in one statement, and by the predicates. */
export async function bothWays(
	{ prisma }: Service,
	{ from, id, filter, sees }: Rule,
	principals: readonly Principal[],
) {
	const each = principals.map(
		(principal, number) =>
			Prisma.sql`SELECT ${number}::int AS caller, ${id}::text AS id FROM ${from} WHERE ${filter(principal)}`,
	);
	const rows = await prisma.$queryRaw<{ caller: number; id: string }[]>(Prisma.join(each, " UNION ALL "));
	return {
		byFilter: rowsOf(principals, (_, number) => rows.filter(({ caller }) => caller === number)),
		byPredicate: rowsOf(principals, sees),
	};
}

function rowsOf(
	principals: readonly Principal[],
	rows: (principal: Principal, number: number) => readonly { readonly id: string }[],
) {
	return principals.map((principal, number) => ({
		caller: describePrincipal(principal),
		ids: rows(principal, number)
			.map(({ id }) => id)
			.sort(),
	}));
}

function describePrincipal({ role, mayManage, organizationSlug }: Principal): string {
	return `${role} of ${organizationSlug}, ${mayManage ? "with" : "without"} manage`;
}
