import type { Service } from "@/lib/platform/service";

/** How long a reader can reconnect without a reset. */
const RETENTION_SECONDS = 3_600;

/**
 * Removes old changes. The row `swept` records up to which transaction, so that readers with an
 * older position get a reset. Returns the number of rows removed.
 */
export async function sweepChanges(
	service: Pick<Service, "prisma">,
	keptSeconds: number = RETENTION_SECONDS,
): Promise<number> {
	const [swept] = await service.prisma.$queryRaw<{ removed: number }[]>`
		WITH swept AS (DELETE FROM change_events
			WHERE at < now() - make_interval(secs => ${keptSeconds}::float8)
				AND transaction < pg_snapshot_xmin(pg_current_snapshot())::text::bigint RETURNING transaction),
		noted AS (INSERT INTO change_events (transaction, type, object_id)
			SELECT max(transaction), 'swept', '00000000-0000-0000-0000-000000000000' FROM swept
			HAVING max(transaction) IS NOT NULL RETURNING 1)
		SELECT count(*)::int AS removed FROM swept`;
	return swept?.removed ?? 0;
}
