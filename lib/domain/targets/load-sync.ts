import type { TargetSync } from "@/lib/contract/target";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { silentBefore } from "./silence";

/**
 * The activated deployments of targets (`id`, `target_id`, `activated_at`) with the state on their
 * online agents: `failed` when one failed, `loaded` when all that should have loaded it, else
 * `pending`.
 */
export function deploymentSync(service: Pick<Service, "now">, targets: readonly string[]): Prisma.Sql {
	return Prisma.sql`
		SELECT x.id, x.target_id, x.activated_at,
			CASE WHEN bool_or(COALESCE(s.state IN ('failed', 'refused'), FALSE)) THEN 'failed'
				WHEN count(a.id) > 0 AND bool_and(s.state IS NOT DISTINCT FROM 'loaded') THEN 'loaded'
				ELSE 'pending' END AS sync
		FROM deployments x
		LEFT JOIN agents a ON a.target_id = x.target_id AND a.last_seen_at >= ${silentBefore(service)}
			AND (cardinality(a.tags) = 0 OR a.tags && x.tags)
		LEFT JOIN agent_deployments s ON s.agent_id = a.id AND s.deployment_id = x.id
		WHERE x.target_id = ANY (${[...targets]}::uuid[]) AND x.status = 'activated'
		GROUP BY x.id`;
}

/** Counts loaded, pending and failed deployments per target. */
export async function loadSync(service: Service, targets: readonly string[]): Promise<Map<string, TargetSync>> {
	const rows =
		targets.length === 0
			? []
			: await service.prisma.$queryRaw<{ target_id: string; sync: keyof TargetSync; count: number }[]>`
				SELECT target_id, sync, count(*)::int AS count FROM (${deploymentSync(service, targets)}) AS synced
				GROUP BY target_id, sync`;
	const found = new Map(targets.map((id) => [id, { loaded: 0, pending: 0, failed: 0 }]));
	for (const { target_id, sync, count } of rows) {
		const counts = found.get(target_id);
		if (counts !== undefined) counts[sync] = count;
	}
	return found;
}
