import type { TargetState } from "@/lib/contract/target";
import type { Service } from "@/lib/platform/service";

/** Bounds the response: agents may request fifty tags each. */
const MOST_TAGS = 200;

/** Tags of activated deployments and agents, most used first, with the agents that load them. */
export async function listTargetTags(service: Service, targetId: string): Promise<TargetState["tags"]> {
	const used = await service.prisma.$queryRaw<{ tag: string; deployments: number }[]>`
		SELECT tag, count(*)::int AS deployments FROM deployments x, unnest(x.tags) AS tag
		WHERE x.target_id = ${targetId}::uuid AND x.status = 'activated' GROUP BY tag`;
	const agents = await service.prisma.agent.findMany({
		where: { target_id: targetId },
		select: { instance_id: true, tags: true },
		orderBy: [{ first_seen_at: "asc" }, { id: "asc" }],
	});
	const counts = new Map(agents.flatMap(({ tags }) => tags).map((tag) => [tag, 0]));
	for (const { tag, deployments } of used) counts.set(tag, deployments);
	return [...counts]
		.map(([tag, deployments]) => ({ tag, deployments }))
		.sort((one, other) => other.deployments - one.deployments || (one.tag < other.tag ? -1 : 1))
		.slice(0, MOST_TAGS)
		.map(({ tag, deployments }) => ({
			tag,
			deployments,
			agents: agents
				.filter(({ tags }) => tags.length === 0 || tags.includes(tag))
				.map(({ instance_id: instanceId }) => instanceId),
		}));
}
