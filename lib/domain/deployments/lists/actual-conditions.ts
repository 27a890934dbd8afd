import type { ActualState } from "@/lib/contract/deployment";
import { silentBefore } from "@/lib/domain/targets/silence";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** Whether an agent is responsive and should load a deployment. */
export function shouldLoad(service: Pick<Service, "now">): Prisma.Sql {
	const silent = silentBefore(service);
	return Prisma.sql`agents.target_id = deployments.target_id AND agents.last_seen_at >= ${silent}::timestamptz
		AND (agents.tags = '{}' OR agents.tags && deployments.tags)`;
}

/** Whether that agent has reported the deployment in one of these states. */
function reported(states: Prisma.Sql): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM agent_deployments r
		WHERE r.deployment_id = deployments.id AND r.agent_id = agents.id AND r.state IN (${states}))`;
}

/** `summarizeAgents` as SQL; a test compares both. */
export function actualCondition(actual: ActualState, service: Pick<Service, "now">): Prisma.Sql {
	const matching = Prisma.sql`SELECT 1 FROM agents WHERE ${shouldLoad(service)}`;
	const failing = Prisma.sql`EXISTS (${matching} AND ${reported(Prisma.sql`'failed', 'refused'`)})`;
	const lacking = Prisma.sql`EXISTS (${matching} AND NOT ${reported(Prisma.sql`'loaded'`)})`;
	const conditions: Record<ActualState, Prisma.Sql> = {
		no_agent: Prisma.sql`NOT EXISTS (${matching})`,
		// Failed reports are rare, so the query reads them first and then checks their deployments.
		failed: Prisma.sql`deployments.id = ANY (ARRAY(SELECT f.deployment_id FROM agent_deployments f WHERE f.state IN ('failed', 'refused')))
			AND ${failing}`,
		loaded: Prisma.sql`EXISTS (${matching}) AND NOT ${lacking}`,
		pending: Prisma.sql`${lacking} AND NOT ${failing}`,
	};
	return Prisma.sql`deployments.status = 'activated' AND ${conditions[actual]}`;
}

/**
 * The same for all deployments in one join. Most activated deployments are reported by every agent,
 * so checking each row would look most reports up one by one.
 */
export function actualJoin(
	actual: ActualState,
	service: Pick<Service, "now">,
): { readonly join: Prisma.Sql; readonly where: Prisma.Sql } {
	// OFFSET 0 keeps the planner from looking up each target's deployments row by row.
	const activated = Prisma.sql`(SELECT id, target_id, tags FROM deployments WHERE status = 'activated' OFFSET 0)`;
	const lacking = Prisma.sql`(SELECT DISTINCT deployments.id FROM ${activated} AS deployments JOIN agents ON ${shouldLoad(service)}
		WHERE NOT ${reported(Prisma.sql`'loaded'`)} OFFSET 0)`;
	const matching = Prisma.sql`SELECT 1 FROM agents WHERE ${shouldLoad(service)}`;
	if (actual === "pending") {
		const failing = Prisma.sql`EXISTS (${matching} AND ${reported(Prisma.sql`'failed', 'refused'`)})`;
		return { join: Prisma.sql`JOIN ${lacking} l ON l.id = deployments.id`, where: Prisma.sql`NOT ${failing}` };
	}
	if (actual === "loaded") {
		const where = Prisma.sql`deployments.status = 'activated' AND l.id IS NULL AND EXISTS (${matching})`;
		return { join: Prisma.sql`LEFT JOIN ${lacking} l ON l.id = deployments.id`, where };
	}
	return { join: Prisma.empty, where: actualCondition(actual, service) };
}
