import type { ActivationPreview } from "@/lib/contract/preview";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { agentTakes } from "@/lib/domain/targets/agent-states";
import { silentBefore } from "@/lib/domain/targets/silence";
import { plannedMemory } from "@/lib/formats/planned-memory";
import type { Agent } from "@/lib/generated/prisma/client";
import type { Reader } from "@/lib/platform/service";

/** Agents need a moment to load a new activation; until then there is no warning. */
export const SETTLING_MS = 30_000;

/** Whether the target's memory and agents have room for the file. */
export interface TargetFit {
	readonly memory: NonNullable<ActivationPreview["memory"]>;
	readonly agents: NonNullable<ActivationPreview["agents"]>;
}

/** The attributes of a target that decide whether a deployment fits. */
export interface TargetRoom {
	readonly capacity: number | null;
	readonly activated: number;
	readonly requested: number;
	readonly agents: readonly (Pick<
		Agent,
		"id" | "instance_id" | "tags" | "last_seen_at" | "memory_used" | "memory_limit"
	> & {
		/** Which of the deployments in question it has loaded. */
		readonly loaded: ReadonlySet<string>;
	})[];
	readonly toLoad: number;
	readonly loading: number;
}

/** The deployment whose memory an activation frees. */
export interface Freed {
	readonly id: string;
	readonly size: number;
}

/**
 * Reads the memory and the agents of targets, with the same number of queries for any number.
 * @param deploymentIds those whose loading by agents counts
 */
export async function loadRooms(
	service: Reader,
	targetIds: readonly string[],
	deploymentIds: readonly string[],
): Promise<Map<string, TargetRoom>> {
	const { prisma } = service;
	const ids = [...targetIds];
	const [targets, used, agents, yetToLoad] = await Promise.all([
		prisma.target.findMany({ where: { id: { in: ids } }, select: { id: true, memory_capacity: true } }),
		prisma.$queryRaw<{ id: string; activated: string; requested: string }[]>`
			SELECT target_id AS id, COALESCE(sum(build_size) FILTER (WHERE status = 'activated'), 0)::text AS activated,
				COALESCE(sum(build_size) FILTER (WHERE status = 'requested'), 0)::text AS requested
			FROM deployments WHERE target_id = ANY (${ids}::uuid[]) AND status IN ('activated', 'requested') GROUP BY target_id`,
		prisma.agent.findMany({
			where: { target_id: { in: ids } },
			orderBy: [{ first_seen_at: "asc" }, { id: "asc" }],
			include: {
				deployments: {
					where: { deployment_id: { in: [...deploymentIds] }, state: "loaded" },
					select: { deployment_id: true },
				},
			},
		}),
		countToLoad(service, ids),
	]);
	const usedBy = new Map(used.map((row) => [row.id, row]));
	return new Map(
		targets.map(({ id, memory_capacity: memoryCapacity }) => [
			id,
			{
				capacity: memoryCapacity === null ? null : Number(memoryCapacity),
				activated: Number(usedBy.get(id)?.activated ?? 0),
				requested: Number(usedBy.get(id)?.requested ?? 0),
				agents: agents
					.filter(({ target_id: targetId }) => targetId === id)
					.map((agent) => ({
						...agent,
						loaded: new Set(agent.deployments.map(({ deployment_id: deploymentId }) => deploymentId)),
					})),
				toLoad: yetToLoad.get(id)?.late ?? 0,
				loading: yetToLoad.get(id)?.fresh ?? 0,
			},
		]),
	);
}

type Fitted = Pick<DeploymentRecord, "id" | "type" | "status" | "build_size" | "tags">;

/** The bytes that an activation adds to the target. */
export const growthOf = ({ status, build_size: buildSize }: Fitted, replaced: Freed | null): number =>
	status === "activated" ? 0 : Number(buildSize) - (replaced?.size ?? 0);

/** Compares a deployment with the target's capacity and with its agents' reports. */
export function fitOf(
	service: Pick<Reader, "now">,
	record: Fitted,
	replaced: Freed | null,
	room: TargetRoom,
): TargetFit {
	const { capacity, activated, requested, agents, toLoad, loading } = room;
	const size = Number(record.build_size);
	const growth = growthOf(record, replaced);
	const silence = silentBefore(service);
	const silent = agents.filter(({ last_seen_at: lastSeenAt }) => lastSeenAt < silence);
	const responsive = agents.filter(({ last_seen_at: lastSeenAt }) => lastSeenAt >= silence);
	const takes = ({ tags }: { tags: readonly string[] }) => agentTakes(tags, record.tags);
	const taking = responsive.filter(takes);
	const short = taking.filter(({ memory_limit: memoryLimit, memory_used: memoryUsed, loaded }) => {
		if (memoryLimit === null || loaded.has(record.id)) return false;
		const freed = replaced !== null && loaded.has(replaced.id) ? replaced.size : 0;
		return Number(memoryUsed) + plannedMemory(record.type, size - freed) > Number(memoryLimit);
	});
	return {
		memory: {
			capacity,
			activated,
			requested,
			free_before: capacity === null ? null : capacity - activated,
			free_after: capacity === null ? null : capacity - activated - growth,
			agents_short_of_memory: short.map(({ instance_id: instanceId }) => instanceId),
		},
		agents: {
			living: responsive.length,
			taking: taking.length,
			silent: silent.length,
			silent_taking: silent.filter(takes).length,
			to_load: toLoad,
			loading,
			in_sync: responsive.length > 0 && toLoad === 0,
		},
	};
}

/**
 * Counts for each target the pairs of a responsive agent and an activated deployment that it should
 * have loaded and has not: `fresh` where it was activated just now.
 */
async function countToLoad(
	service: Reader,
	targetIds: readonly string[],
): Promise<Map<string, { late: number; fresh: number }>> {
	const settled = new Date(service.now().getTime() - SETTLING_MS);
	const rows = await service.prisma.$queryRaw<{ id: string; late: number; fresh: number }[]>`
		SELECT a.target_id AS id, (count(*) FILTER (WHERE x.activated_at <= ${settled}::timestamptz))::int AS late,
			(count(*) FILTER (WHERE x.activated_at > ${settled}::timestamptz))::int AS fresh
		FROM agents a JOIN deployments x ON x.target_id = a.target_id AND x.status = 'activated' AND (a.tags = '{}' OR a.tags && x.tags)
		WHERE a.target_id = ANY (${[...targetIds]}::uuid[]) AND a.last_seen_at >= ${silentBefore(service)}::timestamptz
			AND NOT EXISTS (SELECT 1 FROM agent_deployments r
				WHERE r.agent_id = a.id AND r.deployment_id = x.id AND r.state = 'loaded')
		GROUP BY a.target_id`;
	return new Map(rows.map(({ id, late, fresh }) => [id, { late, fresh }]));
}
