import type { FailedLoad } from "@/lib/contract/overview";
import { visibleDeployments } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { silentBefore } from "@/lib/domain/targets/silence";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { isDismissed } from "./dismiss-failure";
import { SECTION_ROWS, type Section, sectionOf } from "./section";

interface Found {
	readonly deployment_id: string;
	readonly design_name: string;
	readonly target_id: string;
	readonly target: string;
	readonly agent: string;
	readonly state: "failed" | "refused";
	readonly error: string | null;
	readonly since: Date;
	readonly total: number;
}

/**
 * Activated deployments that a responsive agent could not load, latest first, with the agent that
 * reported it last. Agents try again and again, so what was dismissed stays so until the deployment
 * is activated again.
 */
export async function failedLoads(service: Service, principal: Principal): Promise<Section<FailedLoad>> {
	const found = await service.prisma.$queryRaw<Found[]>`
		WITH failed AS (
			SELECT DISTINCT ON (deployments.id) deployments.id, deployments.design_id, deployments.target_id, deployments.activated_at, a.instance_id, s.state::text AS state, s.error, s.updated_at
			FROM agent_deployments s
			JOIN agents a ON a.id = s.agent_id AND a.last_seen_at >= ${silentBefore(service)}
			JOIN deployments ON deployments.id = s.deployment_id AND deployments.status = 'activated'
				AND (cardinality(a.tags) = 0 OR a.tags && deployments.tags)
			WHERE s.state IN ('failed', 'refused') AND ${visibleDeployments(principal)}
			ORDER BY deployments.id, s.updated_at DESC)
		SELECT f.id AS deployment_id, designs.name AS design_name, f.target_id, targets.name AS target, f.instance_id AS agent, f.state,
			f.error, f.updated_at AS since, count(*) OVER ()::int AS total
		FROM failed f JOIN designs ON designs.id = f.design_id JOIN targets ON targets.id = f.target_id
		WHERE NOT ${isDismissed(principal, "load", Prisma.sql`f.id`, Prisma.sql`f.activated_at`)}
		ORDER BY f.updated_at DESC, f.id LIMIT ${SECTION_ROWS}`;
	return sectionOf("/deployments?actual=failed", found, ({ total: _, since, ...row }) => ({
		...row,
		since: since.toISOString(),
	}));
}
