import type { ContractSet } from "@/lib/contract/design";
import { Prisma } from "@/lib/generated/prisma/client";

/** A set of a design or of a build as {@link readSets} reads it. */
export type ReadSet = readonly [position: number, id: string, name: string, targetingCode: string];

/**
 * An expression for the sets of one row, as JSON and in no order: to sort the two or three of each row by themselves takes
 * the database longer than to read them.
 * @param from `FROM` and `WHERE` of the sets, whose alias is `s`
 * @param id the column with the set's id
 */
export function readSets(from: Prisma.Sql, id: Prisma.Sql): Prisma.Sql {
	return Prisma.sql`(SELECT json_agg(json_build_array(s.position, ${id}, s.name, s.targeting_code)) ${from})`;
}

/** The contract's sets, in their order. */
export function orderedSets(read: readonly ReadSet[] | null): ContractSet[] {
	return (read ?? [])
		.toSorted(([position, id], [otherPosition, otherId]) => position - otherPosition || (id < otherId ? -1 : 1))
		.map(([, set_id, set_name, targeting_code]) => ({ set_id, set_name, targeting_code }));
}
