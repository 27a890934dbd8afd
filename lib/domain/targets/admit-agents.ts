import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { forgetAgents, type GoneAgent } from "./forget-agents";
import { silentBefore } from "./silence";

/** Maximum number of agents per target: responses about its deployments include all. */
export const MOST_AGENTS = 500;

/**
 * Registers agents of a target that have not reported before. Above the limit they replace the
 * agents that have been silent longest, because containers may get a new instance id at every
 * start. Runs in its own transaction: the lock on the target must not wait for its deployments.
 * @returns how many were admitted, from the first one on: all unless the maximum number is online
 */
export async function admitAgents(
	service: Service,
	targetId: string,
	agents: readonly Omit<Prisma.AgentCreateManyInput, "targetId">[],
): Promise<number> {
	if (agents.length === 0) return 0;
	const instances = agents.map(({ instanceId }) => instanceId);
	return transact(service.prisma, async (tx) => {
		// Locked, so that concurrent registrations count each other.
		await tx.$queryRaw`SELECT id FROM targets WHERE id = ${targetId}::uuid FOR NO KEY UPDATE`;
		const others = await tx.agent.count({ where: { targetId, NOT: { instanceId: { in: instances } } } });
		const excess = Math.max(0, others + agents.length - MOST_AGENTS);
		const gone =
			excess === 0
				? []
				: await tx.$queryRaw<GoneAgent[]>(Prisma.sql`
					SELECT a.id, a.instance_id, a.last_seen_at, a.target_id, t.organization_id
					FROM agents a JOIN targets t ON t.id = a.target_id
					WHERE a.target_id = ${targetId}::uuid AND a.last_seen_at < ${silentBefore(service)}::timestamptz
						AND NOT a.instance_id = ANY (${instances})
					ORDER BY a.last_seen_at, a.id LIMIT ${excess} FOR UPDATE OF a SKIP LOCKED`);
		if (gone.length > 0) await forgetAgents(service, tx, gone);
		const admitted = agents.slice(0, Math.max(0, agents.length - (excess - gone.length)));
		await tx.agent.createMany({ data: admitted.map((agent) => ({ targetId, ...agent })), skipDuplicates: true });
		return admitted.length;
	});
}
