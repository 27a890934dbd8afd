import type { ActivationPreview } from "@/lib/contract/preview";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { agentTakes } from "@/lib/domain/targets/agent-states";
import { silentBefore } from "@/lib/domain/targets/silence";
import type { Service } from "@/lib/platform/service";

/** Whether the target's memory and agents have room for the file. */
export interface TargetFit {
	readonly memory: NonNullable<ActivationPreview["memory"]>;
	readonly agents: NonNullable<ActivationPreview["agents"]>;
}

/**
 * Compares a deployment with the target's capacity and with its agents' reports.
 * @param replaced the deployment whose memory becomes free
 */
export async function fitOnTarget(
	service: Service,
	record: DeploymentRecord,
	replaced: { readonly id: string; readonly size: number } | null,
): Promise<TargetFit> {
	const { prisma } = service;
	const [{ memoryCapacity }, [used], all, toLoad] = await Promise.all([
		prisma.target.findUniqueOrThrow({ where: { id: record.targetId }, select: { memoryCapacity: true } }),
		prisma.$queryRaw<{ activated: string; requested: string }[]>`
			SELECT COALESCE(sum(build_size) FILTER (WHERE status = 'activated'), 0)::text AS activated,
				COALESCE(sum(build_size) FILTER (WHERE status = 'requested'), 0)::text AS requested
			FROM deployments WHERE target_id = ${record.targetId}::uuid AND status IN ('activated', 'requested')`,
		prisma.agent.findMany({
			where: { targetId: record.targetId },
			orderBy: [{ firstSeenAt: "asc" }, { id: "asc" }],
			include: { deployments: { where: { deploymentId: { in: [record.id, replaced?.id ?? record.id] } } } },
		}),
		countToLoad(service, record.targetId),
	]);
	const size = Number(record.buildSize);
	const growth = record.status === "activated" ? 0 : size - (replaced?.size ?? 0);
	const activated = Number(used?.activated ?? 0);
	const capacity = memoryCapacity === null ? null : Number(memoryCapacity);
	const silence = silentBefore(service);
	const silent = all.filter(({ lastSeenAt }) => lastSeenAt < silence);
	const responsive = all.filter(({ lastSeenAt }) => lastSeenAt >= silence);
	const takes = ({ tags }: { tags: readonly string[] }) => agentTakes(tags, record.tags);
	const taking = responsive.filter(takes);
	const short = taking.filter((agent) => {
		const holds = (id: string | undefined) =>
			agent.deployments.some(({ deploymentId, state }) => deploymentId === id && state === "loaded");
		if (agent.memoryLimit === null || holds(record.id)) return false;
		const freed = replaced !== null && holds(replaced.id) ? replaced.size : 0;
		return Number(agent.memoryUsed) - freed + size > Number(agent.memoryLimit);
	});
	return {
		memory: {
			capacity,
			activated,
			requested: Number(used?.requested ?? 0),
			free_before: capacity === null ? null : capacity - activated,
			free_after: capacity === null ? null : capacity - activated - growth,
			agents_short_of_memory: short.map(({ instanceId }) => instanceId),
		},
		agents: {
			living: responsive.length,
			taking: taking.length,
			silent: silent.length,
			silent_taking: silent.filter(takes).length,
			to_load: toLoad,
			in_sync: responsive.length > 0 && toLoad === 0,
		},
	};
}

/**
 * Counts pairs of a responsive agent and an activated deployment that it should have loaded and has
 * not.
 */
async function countToLoad(service: Service, targetId: string): Promise<number> {
	const [found] = await service.prisma.$queryRaw<{ count: number }[]>`
		SELECT count(*)::int AS count FROM agents a
		JOIN deployments x ON x.target_id = a.target_id AND x.status = 'activated' AND (a.tags = '{}' OR a.tags && x.tags)
		WHERE a.target_id = ${targetId}::uuid AND a.last_seen_at >= ${silentBefore(service)}::timestamptz
			AND NOT EXISTS (SELECT 1 FROM agent_deployments r
				WHERE r.agent_id = a.id AND r.deployment_id = x.id AND r.state = 'loaded')`;
	return found?.count ?? 0;
}
