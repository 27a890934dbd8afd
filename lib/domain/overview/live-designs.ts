import type { LiveDesign } from "@/lib/contract/overview";
import {
	administeredDeployments,
	directlyVisibleDesigns,
	visibleDeploymentParts,
	visibleDeployments,
} from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { loadAgentStates, summarizeAgents } from "@/lib/domain/targets/agent-states";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

const MOST_DESIGNS = 12;
/** Latest deployments in which designs are looked for: several may be of one design. */
const LOOKED_AT = 120;

interface Cell {
	readonly id: string;
	readonly status: "activated" | "requested";
	readonly target_id: string;
	readonly tags: string[];
	readonly design_id: string;
	readonly designName: string;
	readonly type: LiveDesign["type"];
	readonly outOfDate: boolean;
	readonly activateAt: Date | null;
}

/**
 * The designs with the latest changes of visible activated or requested deployments, and these
 * deployments on the given targets.
 */
export async function liveDesigns(
	service: Service,
	principal: Principal,
	targetIds: readonly string[],
): Promise<LiveDesign[]> {
	if (targetIds.length === 0) return [];
	const onTargets = Prisma.sql`deployments.target_id = ANY (${[...targetIds]}::uuid[])`;
	// Each part and status has its own index in this order.
	const latest = visibleDeploymentParts(principal).flatMap(({ where }) =>
		["activated", "requested"].map((status) => {
			const inStatus = Prisma.raw(`deployments.status = '${status}'`);
			return Prisma.sql`(SELECT deployments.design_id, deployments.updated_at FROM deployments
				WHERE ${inStatus} AND ${where} ORDER BY deployments.updated_at DESC, deployments.id LIMIT ${LOOKED_AT})`;
		}),
	);
	const cells = await service.prisma.$queryRaw<Cell[]>`
		WITH latest AS (SELECT design_id, max(updated_at) AS at FROM (${Prisma.join(latest, " UNION ALL ")}) AS l
			GROUP BY design_id ORDER BY 2 DESC, 1 LIMIT ${MOST_DESIGNS})
		SELECT deployments.id, deployments.status::text AS status, deployments.target_id, deployments.tags,
			designs.id AS design_id, designs.name AS "designName", designs.type::text AS type,
			deployments.status = 'activated' AND designs.most_recent_build_id IS NOT NULL
				AND designs.most_recent_build_id <> deployments.build_id
				AND (${directlyVisibleDesigns(principal)} OR ${administeredDeployments(principal)}) AS "outOfDate",
			(SELECT s.at FROM deployment_schedules s WHERE s.deployment_id = deployments.id AND s.action = 'activate' AND s.ran_at IS NULL) AS "activateAt"
		FROM latest JOIN designs ON designs.id = latest.design_id
		JOIN deployments ON deployments.design_id = latest.design_id AND deployments.status IN ('activated', 'requested')
			AND ${onTargets} AND ${visibleDeployments(principal)}
		ORDER BY latest.at DESC, designs.id, deployments.status DESC, deployments.requested_at DESC, deployments.id`;
	const states = await loadAgentStates(
		service,
		cells.filter(({ status }) => status === "activated"),
	);
	const designs = new Map<string, LiveDesign>();
	for (const cell of cells) {
		const { id, status, target_id: targetId, design_id: designId, designName, type, outOfDate, activateAt } = cell;
		const design = designs.get(designId) ?? { design_id: designId, design_name: designName, type, cells: [] };
		designs.set(designId, design);
		if (design.cells.some((own) => own.target_id === targetId && own.status === status)) continue;
		const agents = summarizeAgents(status, states.get(id) ?? []);
		const schedule = activateAt && { activate_at: activateAt.toISOString() };
		design.cells.push({ target_id: targetId, deployment_id: id, status, ...agents, schedule, out_of_date: outOfDate });
	}
	return [...designs.values()];
}
