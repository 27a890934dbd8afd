import type { SearchedWords } from "@/lib/domain/lists/search-condition";
import { designsWithWords } from "@/lib/domain/lists/words-first";
import { Prisma } from "@/lib/generated/prisma/client";

/**
 * The designs (alias `d`) that have certain deployments (alias `ax`), as disjoint conditions: where few designs have the words that are searched for,
 * these are looked up one by one, as a target may have tens of thousands.
 */
export function designsOnTarget(
	throughTarget: Prisma.Sql,
	search: SearchedWords | undefined,
): { readonly condition: Prisma.Sql; readonly few: boolean }[] {
	const condition = Prisma.sql`d.id IN (SELECT ax.design_id FROM deployments ax WHERE ${throughTarget})`;
	if (search === undefined) return [{ condition, few: false }];
	const { areFew, anyOfFew } = designsWithWords(search);
	// OFFSET keeps it from being asked of all deployments at once.
	const onTarget = Prisma.sql`EXISTS (SELECT 1 FROM deployments ax WHERE ax.design_id = d.id AND ${throughTarget} OFFSET 0)`;
	return [
		{ condition: Prisma.sql`${areFew} AND d.id = ${anyOfFew} AND ${onTarget}`, few: true },
		{ condition: Prisma.sql`NOT (${areFew}) AND ${condition}`, few: false },
	];
}
