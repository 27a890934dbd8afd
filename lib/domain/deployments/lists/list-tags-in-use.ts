import type { TagsInUse } from "@/lib/contract/tags";
import { mayAdministerTarget, visibleDeployments, visibleTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { silentBefore } from "@/lib/domain/targets/silence";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";

/** Limit for the tags of deployments, and again for those that only agents have. */
const MOST_TAGS = 200;

/**
 * `GET /api/deployments/tags`: tags of the live deployments that the caller sees, and of the agents
 * on targets that the caller administers.
 * @throws NotFoundError for a target that the caller does not see
 */
export async function listTagsInUse(
	service: Service,
	principal: Principal,
	{ target_id: targetId }: { readonly target_id?: string | undefined },
): Promise<TagsInUse> {
	if (targetId !== undefined) await expectVisible(service, principal, targetId);
	const onTarget = targetId === undefined ? Prisma.sql`TRUE` : Prisma.sql`deployments.target_id = ${targetId}::uuid`;
	const [used, agents] = await Promise.all([
		service.prisma.$queryRaw<{ tag: string; deployments: number; activated: number }[]>(Prisma.sql`
			SELECT tag, count(*)::int AS deployments, count(*) FILTER (WHERE deployments.status = 'activated')::int AS activated
			FROM deployments CROSS JOIN LATERAL unnest(deployments.tags) AS tag
			WHERE ${onTarget} AND deployments.tags <> '{}' AND ${visibleDeployments(principal)}
			GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${MOST_TAGS}`),
		findAgents(service, principal, targetId),
	]);
	const agentsByTag = new Map<string, Omit<(typeof agents)[number], "tags">[]>();
	for (const { tags, ...agent } of agents) {
		for (const tag of new Set(tags)) {
			const known = agentsByTag.get(tag);
			if (known === undefined) agentsByTag.set(tag, [agent]);
			else known.push(agent);
		}
	}
	const carried = new Set(used.map(({ tag }) => tag));
	const unused = [...agentsByTag.keys()].filter((tag) => !carried.has(tag)).sort();
	const tags = [...used, ...unused.slice(0, MOST_TAGS).map((tag) => ({ tag, deployments: 0, activated: 0 }))];
	return {
		tags: tags.map((entry) => ({ ...entry, agents: agentsByTag.get(entry.tag) ?? [] })),
		agents_without_tags: agents.filter(({ tags }) => tags.length === 0).map(({ tags: _, ...agent }) => agent),
	};
}

async function expectVisible(service: Service, principal: Principal, targetId: string): Promise<void> {
	const [visible] = await service.prisma.$queryRaw<{ id: string }[]>(
		Prisma.sql`SELECT targets.id FROM targets WHERE targets.id = ${targetId}::uuid AND ${visibleTargets(principal)}`,
	);
	if (visible === undefined) throw new NotFoundError("target not found");
}

async function findAgents(service: Service, principal: Principal, targetId: string | undefined) {
	if (principal.role === "designer") return [];
	const agents = await service.prisma.agent.findMany({
		where: {
			...(targetId === undefined ? {} : { target_id: targetId }),
			...(principal.role === "operator" ? {} : { target: { organization_id: principal.organizationId } }),
		},
		orderBy: [{ first_seen_at: "asc" }, { id: "asc" }],
		select: {
			instance_id: true,
			target_id: true,
			tags: true,
			last_seen_at: true,
			target: { select: { organization_id: true } },
		},
	});
	const silence = silentBefore(service);
	return agents
		.filter(({ target }) => mayAdministerTarget(principal, target))
		.map((agent) => ({
			agent: agent.instance_id,
			target_id: agent.target_id,
			silent: agent.last_seen_at < silence,
			tags: agent.tags,
		}));
}
