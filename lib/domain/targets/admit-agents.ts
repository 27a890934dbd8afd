import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { forgetAgents, type GoneAgent } from "./forget-agents";
import { silentBefore } from "./silence";
import { upsertAgents, type WrittenReport } from "./upsert-agents";

/** Maximum number of agents per target: responses about its deployments include all. */
export const MOST_AGENTS = 500;
/**
 * Agents of a transaction, each of which may replace another one. The target is locked for that
 * time.
 */
export const ADMITTED_AT_ONCE = 50;

/**
 * Registers the agents of a target that have not reported before. Above the limit they replace the
 * agents that have been silent longest, because containers may get a new instance id at every
 * start. Runs in transactions of its own: the lock on the target must not wait for its deployments.
 * @param reports all that are written together: this call replaces none of their agents
 * @returns instance ids of those without room, while the maximum number is online
 */
export async function admitAgents(
	service: Service,
	targetId: string,
	reports: readonly WrittenReport[],
): Promise<ReadonlySet<string>> {
	const agents = [...new Map(reports.map((report) => [report.instance_id, report])).values()];
	const instances = agents.map(({ instance_id }) => instance_id);
	const refused: string[] = [];
	for (let from = 0; from < agents.length; from += ADMITTED_AT_ONCE) {
		const part = agents.slice(from, from + ADMITTED_AT_ONCE);
		refused.push(...(await transact(service.prisma, (tx) => admitPart(service, tx, targetId, part, instances))));
	}
	return new Set(refused);
}

async function admitPart(
	service: Service,
	tx: Transaction,
	targetId: string,
	agents: readonly WrittenReport[],
	instances: readonly string[],
): Promise<string[]> {
	// Locked, so that concurrent registrations count each other.
	await tx.$queryRaw`SELECT id FROM targets WHERE id = ${targetId}::uuid FOR NO KEY UPDATE`;
	const known = await tx.agent.findMany({ where: { target_id: targetId }, select: { instance_id: true } });
	const ids = new Set(known.map(({ instance_id: instanceId }) => instanceId));
	const fresh = agents.filter(({ instance_id }) => !ids.has(instance_id));
	const excess = Math.max(0, ids.size + fresh.length - MOST_AGENTS);
	const gone = excess === 0 ? [] : await lockSilent(service, tx, targetId, excess, instances);
	if (gone.length > 0) await forgetAgents(service, tx, gone);
	const admitted = Math.max(0, fresh.length - (excess - gone.length));
	// Without a digest, as their reports are not written yet.
	const rows = fresh.slice(0, admitted).map((report) => ({ ...report, digest: null }));
	if (rows.length > 0) await upsertAgents(tx, targetId, rows, service.now());
	return fresh.slice(admitted).map(({ instance_id }) => instance_id);
}

/** Locks the agents that have been silent longest. */
function lockSilent(
	service: Service,
	tx: Transaction,
	targetId: string,
	count: number,
	others: readonly string[],
): Promise<GoneAgent[]> {
	return tx.$queryRaw`
		SELECT a.id, a.instance_id, a.last_seen_at, a.target_id, t.organization_id
		FROM agents a JOIN targets t ON t.id = a.target_id
		WHERE a.target_id = ${targetId}::uuid AND a.last_seen_at < ${silentBefore(service)}::timestamptz
			AND a.instance_id <> ALL (${others})
		ORDER BY a.last_seen_at, a.id LIMIT ${count} FOR UPDATE OF a SKIP LOCKED`;
}
