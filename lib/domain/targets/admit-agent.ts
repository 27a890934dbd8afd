import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ThrottledError } from "@/lib/rules/errors";
import { forgetAgents, type GoneAgent } from "./forget-agents";
import { AGENT_SILENT_AFTER_MS, silentBefore } from "./silence";

/** Maximum number of agents per target: responses about its deployments include all. */
export const MOST_AGENTS = 500;

/**
 * Registers an agent that has not reported before. Above the limit it replaces the agent that has
 * been silent longest, because containers may get a new instance id at every start. Runs in its own
 * transaction: the lock on the target must not wait for its deployments.
 * @throws ThrottledError while the maximum number of agents is online
 */
export async function admitAgent(service: Service, agent: Prisma.AgentUncheckedCreateInput): Promise<void> {
	const { targetId, instanceId } = agent;
	const known = await service.prisma.agent.count({ where: { targetId, instanceId } });
	if (known > 0) return;
	await transact(service.prisma, async (tx) => {
		// Locked, so that concurrent registrations count each other.
		await tx.$queryRaw`SELECT id FROM targets WHERE id = ${targetId}::uuid FOR NO KEY UPDATE`;
		const excess = (await tx.agent.count({ where: { targetId, NOT: { instanceId } } })) + 1 - MOST_AGENTS;
		if (excess > 0) {
			const gone = await tx.$queryRaw<GoneAgent[]>(Prisma.sql`
				SELECT a.id, a.instance_id, a.last_seen_at, a.target_id, t.organization_id
				FROM agents a JOIN targets t ON t.id = a.target_id
				WHERE a.target_id = ${targetId}::uuid AND a.last_seen_at < ${silentBefore(service)}::timestamptz
				ORDER BY a.last_seen_at, a.id LIMIT ${excess} FOR UPDATE OF a SKIP LOCKED`);
			if (gone.length < excess) {
				throw new ThrottledError(
					`the target has ${MOST_AGENTS} agents online: no more are accepted until one is silent`,
					AGENT_SILENT_AFTER_MS / 1_000,
				);
			}
			await forgetAgents(service, tx, gone);
		}
		await tx.agent.createMany({ data: [agent], skipDuplicates: true });
	});
}
