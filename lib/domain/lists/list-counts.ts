import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";

/** Any constant: the lock of the process that adds up. */
const SUMS_LOCK = 7_220_180_553;

/** So many changes are a fraction of a second; after a mass import there are millions. */
const BATCH = 10_000;

const sumsOf = (target: Prisma.Sql) => Prisma.sql`ARRAY(
	SELECT s.id FROM changed c JOIN list_counts s ON s.list = c.list AND s.owner_org_id = c.owner_org_id AND ${target}
		AND s.type = c.type AND s.status IS NOT DISTINCT FROM c.status
	WHERE s.summed FOR UPDATE OF s SKIP LOCKED)`;

/**
 * The statement of {@link addUpListCounts}: replaces the oldest changes, and the sums of their
 * groups, by new sums. A reader sees either the changes or their sum. Ids in arrays, and two ways to
 * find a sum, have all rows looked up in indexes whatever the planner knows of the table.
 * @param most so many changes; null for all
 */
export function sumsOfListCounts(most: number | null): Prisma.Sql {
	return Prisma.sql`
	WITH changes AS (
		DELETE FROM list_counts WHERE id = ANY (ARRAY(
			SELECT id FROM list_counts WHERE NOT summed ORDER BY id LIMIT ${most}::bigint FOR UPDATE SKIP LOCKED))
		RETURNING *),
	changed AS (SELECT DISTINCT list, owner_org_id, target_org_id, type, status FROM changes),
	sums AS (
		DELETE FROM list_counts WHERE id = ANY (
			${sumsOf(Prisma.sql`s.target_org_id = c.target_org_id`)}
			|| ${sumsOf(Prisma.sql`s.target_org_id IS NULL AND c.target_org_id IS NULL`)})
		RETURNING *),
	added AS (
		INSERT INTO list_counts (list, owner_org_id, target_org_id, type, status, change, summed)
		SELECT list, owner_org_id, target_org_id, type, status, sum(change), TRUE
		FROM (SELECT * FROM changes UNION ALL SELECT * FROM sums) AS removed
		GROUP BY list, owner_org_id, target_org_id, type, status HAVING sum(change) <> 0)
	SELECT count(*)::int AS taken FROM changes`;
}

/**
 * Background job: adds up the changes of the lists' counters, so that totals of whole lists
 * (page.ts) read few rows, in one process at a time. Sums without changes stay: a large service has
 * hundreds of thousands.
 * @returns 0, as it never leaves work
 */
export async function addUpListCounts(
	{ prisma }: Pick<Service, "prisma">,
	stopping?: AbortSignal,
	batch = BATCH,
): Promise<number> {
	while (stopping?.aborted !== true && (await addUpSome(prisma, batch)) === batch);
	return 0;
}

/** @returns how many changes were added up */
function addUpSome(prisma: Service["prisma"], most: number): Promise<number> {
	return transact(prisma, async (tx) => {
		// Before the statement that reads, so that it sees the sums of the process before it.
		const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
			SELECT pg_try_advisory_xact_lock(${SUMS_LOCK}::bigint) AS taken`;
		if (lock?.taken !== true) return 0;
		const [done] = await tx.$queryRaw<{ taken: number }[]>(sumsOfListCounts(most));
		return done?.taken ?? 0;
	});
}
