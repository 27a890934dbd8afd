import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { forgetAgents, type GoneAgent } from "./forget-agents";

/** An agent that has not reported for so long is gone: a machine that was replaced, a container that got another name. */
export const AGENT_FORGOTTEN_AFTER_MS = 7 * 24 * 3_600_000;

/** Agents that one transaction forgets. */
const BATCH = 50;

/**
 * Removes agents that have been silent for a week, with what they last reported, from the lists of their targets. One that comes
 * back is seen as a new one. Any number of processes may do it at once: each takes what no other holds.
 * @returns how many were removed
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
		// Never waits for a lock: an agent that reports right now is not gone.
		const gone = await tx.$queryRaw<GoneAgent[]>`
			SELECT a.id, a.instance_id, a.last_seen_at, a.target_id, t.organization_id
			FROM agents a JOIN targets t ON t.id = a.target_id
			WHERE a.last_seen_at < ${before}::timestamptz
			ORDER BY a.last_seen_at, a.id LIMIT ${BATCH} FOR UPDATE OF a SKIP LOCKED`;
		await forgetAgents(service, tx, gone);
		return gone.length;
	});
}
