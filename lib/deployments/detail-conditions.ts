import type { Principal } from "@/lib/access/principal";
import type { ActualState, ListDeploymentDetails } from "@/lib/contract/deployment";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/service";
import { silentBefore } from "./agent-states";
import type { FurtherConditions } from "./deployment-query";

type DetailFilter = Pick<
	ListDeploymentDetails,
	"build_id" | "target_id" | "tag" | "requested_by" | "actual" | "scheduled"
>;

/** What `GET /api/deployments` filters by besides the contract's parameters. */
export function detailConditions(
	service: Pick<Service, "now">,
	principal: Principal,
	filter: DetailFilter,
): FurtherConditions {
	const where: Prisma.Sql[] = [];
	if (filter.build_id !== undefined) where.push(Prisma.sql`x.build_id = ${filter.build_id}::uuid`);
	if (filter.target_id !== undefined) where.push(Prisma.sql`x.target_id = ${filter.target_id}::uuid`);
	if (filter.tag !== undefined) where.push(Prisma.sql`x.tags @> ARRAY[${filter.tag}]::text[]`);
	if (filter.requested_by === "me") where.push(Prisma.sql`x.requester_id = ${principal.userId}::uuid`);
	if (filter.scheduled !== undefined) where.push(scheduledCondition(filter.scheduled));
	if (filter.actual !== undefined) where.push(actualCondition(filter.actual, silentBefore(service)));
	const volatile = filter.actual !== undefined || filter.scheduled !== undefined;
	return { where, tagged: filter.tag !== undefined, volatile };
}

function scheduledCondition(scheduled: boolean): Prisma.Sql {
	// Few are to come: they are read once, and compared with.
	const toCome = Prisma.sql`ANY (ARRAY(SELECT s.deployment_id FROM deployment_schedules s WHERE s.ran_at IS NULL))`;
	return scheduled ? Prisma.sql`x.id = ${toCome}` : Prisma.sql`NOT (x.id = ${toCome})`;
}

/** The same as `summariseAgents` tells of a row, in SQL; a test holds one against the other. */
function actualCondition(actual: ActualState, silent: Date): Prisma.Sql {
	const taker = Prisma.sql`SELECT 1 FROM agents a WHERE a.target_id = x.target_id AND a.last_seen_at >= ${silent}::timestamptz
		AND (a.tags = '{}' OR a.tags && x.tags)`;
	const reported = (states: Prisma.Sql) => Prisma.sql`EXISTS (SELECT 1 FROM agent_deployments r
		WHERE r.deployment_id = x.id AND r.agent_id = a.id AND r.state IN (${states}))`;
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
