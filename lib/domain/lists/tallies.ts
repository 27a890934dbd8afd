import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/**
 * Totals of whole lists, and of those by status alone, as sums of a few rows: triggers note every change of how many there are
 * (table `list_tallies`). Each transaction writes rows of its own, so that none waits for another, and a snapshot sees the changes of
 * exactly those transactions whose rows it sees: the sum is what counting would give.
 */
export type Tallied = "designs" | "built_designs" | "deployments";

/** What takes the place of counting. @param where conditions on the alias `n` */
export function tally(counted: Tallied, where: readonly Prisma.Sql[]) {
	return {
		total: Prisma.sql`COALESCE(sum(n.change), 0)`,
		from: Prisma.sql`list_tallies n`,
		where: [Prisma.sql`n.counted = ${Prisma.raw(`'${counted}'`)}`, ...where],
	};
}

/** Adds noted changes up, in place of which there is their sum then; whoever does so at the same time takes other rows. */
export async function addUpTallies(db: Transaction): Promise<void> {
	await db.$executeRaw(SUMS_OF_TALLIES);
}

/** The statement of {@link addUpTallies}. */
export const SUMS_OF_TALLIES = Prisma.sql`
	WITH noted AS (DELETE FROM list_tallies WHERE id IN (SELECT id FROM list_tallies FOR UPDATE SKIP LOCKED) RETURNING *)
	INSERT INTO list_tallies (counted, owner_org_id, target_org_id, status, change)
	SELECT counted, owner_org_id, target_org_id, status, sum(change) FROM noted
	GROUP BY counted, owner_org_id, target_org_id, status HAVING sum(change) <> 0`;
