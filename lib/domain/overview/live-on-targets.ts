import type { LiveOnTarget, Overview } from "@/lib/contract/overview";
import { mayAdministerTarget, visibleDeploymentParts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { loadOverviews } from "@/lib/domain/targets/load-overviews";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

const MOST_TARGETS = 20;

interface Count {
	readonly target_id: string;
	readonly activated: number;
	readonly requested: number;
	readonly all_activated: number;
	readonly target_count: number;
}

/**
 * Visible live deployments by target: the targets with most of them, with their agents' state for
 * the targets' administrators.
 */
export async function liveOnTargets(
	service: Service,
	principal: Principal,
): Promise<Omit<Overview["live"], "designs">> {
	// Each part has its own index, and no deployment is in two parts.
	const parts = visibleDeploymentParts(principal).map(
		({
			where,
		}) => Prisma.sql`SELECT deployments.target_id, count(*) FILTER (WHERE deployments.status = 'activated') AS activated,
				count(*) FILTER (WHERE deployments.status = 'requested') AS requested
			FROM deployments WHERE deployments.status IN ('activated', 'requested') AND ${where} GROUP BY deployments.target_id`,
	);
	const counts = await service.prisma.$queryRaw<Count[]>`
		SELECT target_id, sum(activated)::int AS activated, sum(requested)::int AS requested,
			(sum(sum(activated)) OVER ())::int AS all_activated, count(*) OVER ()::int AS target_count
		FROM (${Prisma.join(parts, " UNION ALL ")}) AS counted
		GROUP BY target_id ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${MOST_TARGETS}`;
	const targets = await service.prisma.target.findMany({
		where: { id: { in: counts.map(({ target_id }) => target_id) } },
		select: { id: true, name: true, organization_id: true, memory_capacity: true },
	});
	const byId = new Map(targets.map((target) => [target.id, target]));
	const overviews = await loadOverviews(
		service,
		targets.filter((target) => mayAdministerTarget(principal, target)),
	);
	const rows = counts.flatMap(({ target_id, activated, requested }): LiveOnTarget[] => {
		const target = byId.get(target_id);
		if (target === undefined) return [];
		const overview = overviews.get(target_id);
		return [
			{
				target_id,
				target: target.name,
				activated,
				requested,
				sync: overview?.sync ?? null,
				agents: overview === undefined ? null : { living: overview.agents.living, silent: overview.agents.silent },
				link: `/deployments?status=activated&target_id=${target_id}`,
			},
		];
	});
	return {
		activated: counts[0]?.all_activated ?? 0,
		link: "/deployments?status=activated",
		targets: rows,
		target_count: counts[0]?.target_count ?? 0,
	};
}
