import type { ContractSet } from "@/lib/contract/design";
import { Prisma } from "@/lib/generated/prisma/client";

/** A set of a design or of a build as {@link readSets} returns it. */
export type ReadSet = readonly [position: number, id: string, name: string, targetingCode: string];

/**
 * SQL for the sets of a row as unordered JSON; sorting two or three sets in SQL costs more than
 * reading them.
 * @param table the sets of designs, or of builds
 * @param row the id of the design or the build
 */
export function readSets(table: "design_sets" | "build_sets", row: Prisma.Sql): Prisma.Sql {
	const [id, owner] = table === "design_sets" ? ["id", "design_id"] : ["set_id", "build_id"];
	return Prisma.sql`(SELECT json_agg(json_build_array(s.position, s.${Prisma.raw(id)}, s.name, s.targeting_code))
		FROM ${Prisma.raw(table)} s WHERE s.${Prisma.raw(owner)} = ${row})`;
}

/** The contract's sets in order. */
export function orderedSets(read: readonly ReadSet[] | null): ContractSet[] {
	return (read ?? [])
		.toSorted(([position, id], [otherPosition, otherId]) => position - otherPosition || (id < otherId ? -1 : 1))
		.map(([, set_id, set_name, targeting_code]) => ({ set_id, set_name, targeting_code }));
}
