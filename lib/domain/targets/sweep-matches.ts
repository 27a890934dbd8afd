import type { Service } from "@/lib/platform/service";

const DAY_MS = 86_400_000;
/** How long sums are kept. */
const KEPT_MS = 90 * DAY_MS;
/** How long a run is remembered after its last batch, which an agent repeats until it is answered. */
const RUN_KEPT_MS = 30 * DAY_MS;
const BATCH = 10_000;

/**
 * Removes sums of matches older than 90 days, but keeps the last day of each deployment: when it
 * last matched stays known. Also forgets runs of agents. Returns the number of removed rows.
 */
export async function sweepMatches(service: Pick<Service, "prisma" | "now">): Promise<number> {
	const now = service.now().getTime();
	const before = new Date(now - KEPT_MS);
	const { count: runs } = await service.prisma.matchRun.deleteMany({
		where: { counted_at: { lt: new Date(now - RUN_KEPT_MS) } },
	});
	for (let total = runs; ; ) {
		const removed = await service.prisma.$executeRaw`
			DELETE FROM match_days d USING (
				SELECT o.deployment_id, o.day FROM match_days o
				WHERE o.day < (${before}::timestamptz AT TIME ZONE 'UTC')::date
					AND EXISTS (SELECT 1 FROM match_days n WHERE n.deployment_id = o.deployment_id AND n.day > o.day)
				LIMIT ${BATCH}) AS old
			WHERE d.deployment_id = old.deployment_id AND d.day = old.day`;
		total += removed;
		if (removed < BATCH) return total;
	}
}
