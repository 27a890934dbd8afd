import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ThrottledError } from "@/lib/rules/errors";
import { forgetAgents, type GoneAgent } from "./forget-agents";
import { AGENT_SILENT_AFTER_MS, silentBefore } from "./silence";

/** Agents that a target has on record at most: every answer about its deployments tells of all of them. */
export const MOST_AGENTS = 500;

/**
 * Makes room for an agent that has not reported before. Who makes up another instance id at every start, as a container that is started
 * over and over, takes the place of those that fell silent; beyond so many living ones an agent answers lookups without being on record.
 * In a transaction of its own, as who holds the target must not wait for its deployments.
 * @throws ThrottledError while as many as allowed are living
 */
export async function admitAgent(service: Service, agent: Prisma.AgentUncheckedCreateInput): Promise<void> {
	const { targetId, instanceId } = agent;
	const known = await service.prisma.agent.count({ where: { targetId, instanceId } });
	if (known > 0) return;
	await transact(service.prisma, async (tx) => {
		// Of those that come at once, each counts the ones before it.
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
					`the target has ${MOST_AGENTS} living agents on record: no more are taken until one is silent`,
					AGENT_SILENT_AFTER_MS / 1_000,
				);
			}
			await forgetAgents(service, tx, gone);
		}
		await tx.agent.createMany({ data: [agent], skipDuplicates: true });
	});
}
