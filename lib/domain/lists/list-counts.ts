import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/**
 * The statement of {@link addUpListCounts}: puts sums in the place of single changes, so that totals of whole lists (page.ts) read few
 * rows. Whoever does so at the same time takes other rows, and a reader sees either the changes or their sum.
 */
export const SUMS_OF_LIST_COUNTS = Prisma.sql`
	WITH noted AS (DELETE FROM list_counts WHERE id IN (SELECT id FROM list_counts FOR UPDATE SKIP LOCKED) RETURNING *)
	INSERT INTO list_counts (list, owner_org_id, target_org_id, type, status, change)
	SELECT list, owner_org_id, target_org_id, type, status, sum(change) FROM noted
	GROUP BY list, owner_org_id, target_org_id, type, status HAVING sum(change) <> 0`;

/** A background job: adds up the changes of how many rows whole lists have. Gives 0, as nothing was left to do. */
export async function addUpListCounts({ prisma }: Pick<Service, "prisma">): Promise<number> {
	await prisma.$executeRaw(SUMS_OF_LIST_COUNTS);
	return 0;
}
