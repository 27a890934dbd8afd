import type { UnmatchedDeployments } from "@/lib/contract/matches";
import type { Principal } from "@/lib/domain/access/principal";
import { loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { describeDeployments } from "@/lib/domain/deployments/reads/describe-deployments";
import { findAdministeredTarget } from "@/lib/domain/targets/find-administered-target";
import { silentBefore } from "@/lib/domain/targets/silence";
import type { Service } from "@/lib/platform/service";
import { unmatchedCondition } from "./unmatched-condition";

/** Deployments listed at most; further ones only count. */
const MOST_DEPLOYMENTS = 100;

/**
 * `GET /api/targets/<id>/unmatched`: active deployments of a target without a match for so many
 * days, with the memory that they take (docs/contract.md, Targets).
 * @throws NotFoundError, ForbiddenError
 */
export async function getUnmatched(
	service: Service,
	principal: Principal,
	targetId: string,
	days: number,
): Promise<UnmatchedDeployments> {
	await findAdministeredTarget(service.prisma, principal, targetId);
	const where = { target_id: targetId, last_seen_at: { gte: silentBefore(service) } };
	const [counting, living, countingAgents, rows] = await Promise.all([
		service.prisma.matchCounting.findUnique({ where: { target_id: targetId } }),
		service.prisma.agent.count({ where }),
		service.prisma.agent.count({ where: { ...where, counts_matches: true } }),
		service.prisma.$queryRaw<{ id: string; total: number; bytes: bigint }[]>`
			SELECT deployments.id, (count(*) OVER ())::int AS total, (sum(deployments.build_size) OVER ())::bigint AS bytes
			FROM deployments WHERE deployments.target_id = ${targetId}::uuid AND ${unmatchedCondition(service, days)}
			ORDER BY deployments.build_size DESC, deployments.id LIMIT ${MOST_DEPLOYMENTS}`,
	]);
	const records = await loadDeployments(
		service.prisma,
		rows.map(({ id }) => id),
	);
	return {
		days,
		counted_since: counting?.since.toISOString() ?? null,
		agents: { living, counting: countingAgents },
		total: rows[0]?.total ?? 0,
		bytes: Number(rows[0]?.bytes ?? 0),
		deployments: await describeDeployments(service, principal, records),
	};
}
