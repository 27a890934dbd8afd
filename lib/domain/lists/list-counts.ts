import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/**
 * The statement of {@link addUpListCounts}: replaces changes by their sum, so that totals of whole
 * lists (page.ts) read few rows. Concurrent runs take different rows, and a reader sees either the
 * changes or their sum.
 */
export const SUMS_OF_LIST_COUNTS = Prisma.sql`
	WITH removed AS (DELETE FROM list_counts WHERE id IN (SELECT id FROM list_counts FOR UPDATE SKIP LOCKED) RETURNING *)
	INSERT INTO list_counts (list, owner_org_id, target_org_id, type, status, change)
	SELECT list, owner_org_id, target_org_id, type, status, sum(change) FROM removed
	GROUP BY list, owner_org_id, target_org_id, type, status HAVING sum(change) <> 0`;

/**
 * Background job: adds up the changes of the lists' counters.
 * @returns 0, as it never leaves work
 */
export async function addUpListCounts({ prisma }: Pick<Service, "prisma">): Promise<number> {
	await prisma.$executeRaw(SUMS_OF_LIST_COUNTS);
	return 0;
}
