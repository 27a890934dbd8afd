import type { ActualState } from "@/lib/contract/deployment";
import { silentBefore } from "@/lib/domain/targets/silence";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** Of living agents (alias `a`), those that take a deployment (alias `x`). */
function takes(silent: Date): Prisma.Sql {
	return Prisma.sql`a.target_id = x.target_id AND a.last_seen_at >= ${silent}::timestamptz AND (a.tags = '{}' OR a.tags && x.tags)`;
}

/** Whether one of them has reported one of these states of it. */
function reported(states: Prisma.Sql): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM agent_deployments r
		WHERE r.deployment_id = x.id AND r.agent_id = a.id AND r.state IN (${states}))`;
}

/** The same as `summariseAgents` tells of a row, in SQL; a test holds one against the other. */
export function actualCondition(actual: ActualState, service: Pick<Service, "now">): Prisma.Sql {
	const silent = silentBefore(service);
	const taker = Prisma.sql`SELECT 1 FROM agents a WHERE ${takes(silent)}`;
	const failing = Prisma.sql`EXISTS (${taker} AND ${reported(Prisma.sql`'failed', 'refused'`)})`;
	const lacking = Prisma.sql`EXISTS (${taker} AND NOT ${reported(Prisma.sql`'loaded'`)})`;
	const conditions: Record<ActualState, Prisma.Sql> = {
		no_agent: Prisma.sql`NOT EXISTS (${taker})`,
		// Few have failed: they are read once, and looked at more closely.
		failed: Prisma.sql`x.id = ANY (ARRAY(SELECT f.deployment_id FROM agent_deployments f WHERE f.state IN ('failed', 'refused')))
			AND ${failing}`,
		loaded: Prisma.sql`EXISTS (${taker}) AND NOT ${lacking}`,
		pending: Prisma.sql`${lacking} AND NOT ${failing}`,
	};
	return Prisma.sql`x.status = 'activated' AND ${conditions[actual]}`;
}

/**
 * The same for all deployments at once: most of what is activated has been reported by every agent, so that asking row by row looks
 * most reports up one by one. What any agent lacks is found for all rows together here.
 */
export function actualTogether(
	actual: ActualState,
	service: Pick<Service, "now">,
): { readonly join: Prisma.Sql; readonly where: Prisma.Sql } {
	const silent = silentBefore(service);
	const lacking = Prisma.sql`(SELECT DISTINCT x.id FROM deployments x JOIN agents a ON ${takes(silent)}
		WHERE x.status = 'activated' AND NOT ${reported(Prisma.sql`'loaded'`)} OFFSET 0)`;
	const taker = Prisma.sql`SELECT 1 FROM agents a WHERE ${takes(silent)}`;
	if (actual === "pending") {
		const failing = Prisma.sql`EXISTS (${taker} AND ${reported(Prisma.sql`'failed', 'refused'`)})`;
		return { join: Prisma.sql`JOIN ${lacking} l ON l.id = x.id`, where: Prisma.sql`NOT ${failing}` };
	}
	if (actual === "loaded") {
		const where = Prisma.sql`x.status = 'activated' AND l.id IS NULL AND EXISTS (${taker})`;
		return { join: Prisma.sql`LEFT JOIN ${lacking} l ON l.id = x.id`, where };
	}
	return { join: Prisma.empty, where: actualCondition(actual, service) };
}
