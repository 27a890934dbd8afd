import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { forgetAgents, type GoneAgent } from "./forget-agents";

/** Age of the last report after which an agent is removed: its machine was replaced or renamed. */
export const AGENT_FORGOTTEN_AFTER_MS = 7 * 24 * 3_600_000;

/** Agents per transaction. */
const BATCH = 50;

/**
 * Removes agents that have been silent for a week, with their last reports; one that returns is
 * new. Safe to run concurrently: each process skips locked rows.
 * @returns the number of removed agents
 */
export async function forgetSilentAgents(service: Service): Promise<number> {
	for (let total = 0; ; ) {
		const forgotten = await forgetSome(service);
		total += forgotten;
		if (forgotten < BATCH) return total;
	}
}

function forgetSome(service: Service): Promise<number> {
	return transact(service.prisma, async (tx) => {
		const before = new Date(service.now().getTime() - AGENT_FORGOTTEN_AFTER_MS);
		// Never waits for a lock: an agent that is reporting now is not silent.
		const gone = await tx.$queryRaw<GoneAgent[]>`
			SELECT a.id, a.instance_id, a.last_seen_at, a.target_id, t.organization_id
			FROM agents a JOIN targets t ON t.id = a.target_id
			WHERE a.last_seen_at < ${before}::timestamptz
			ORDER BY a.last_seen_at, a.id LIMIT ${BATCH} FOR UPDATE OF a SKIP LOCKED`;
		await forgetAgents(service, tx, gone);
		return gone.length;
	});
}
