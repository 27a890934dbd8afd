import type { ActualState, ListDeploymentDetails } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { silentBefore } from "@/lib/domain/targets/silence";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
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
	const asked: Prisma.Sql[] = [];
	if (filter.build_id !== undefined) asked.push(Prisma.sql`x.build_id = ${filter.build_id}::uuid`);
	if (filter.target_id !== undefined) asked.push(Prisma.sql`x.target_id = ${filter.target_id}::uuid`);
	if (filter.tag !== undefined) asked.push(Prisma.sql`x.tags @> ARRAY[${filter.tag}]::text[]`);
	if (filter.requested_by === "me") asked.push(Prisma.sql`x.requester_id = ${principal.userId}::uuid`);
	if (filter.scheduled !== undefined) asked.push(scheduledCondition(filter.scheduled));
	const volatile = filter.actual !== undefined || filter.scheduled !== undefined;
	const tagged = filter.tag !== undefined;
	if (filter.actual === undefined) return { where: asked, tagged, volatile };
	const { actual } = filter;
	const silent = silentBefore(service);
	const where = [...asked, actualCondition(actual, silent)];
	if (actual !== "loaded" && actual !== "pending") return { where, tagged, volatile };
	return {
		where,
		tagged,
		volatile,
		counted: (from, seen) => countedByActual(actual, silent, from, [...seen, ...asked]),
	};
}

function scheduledCondition(scheduled: boolean): Prisma.Sql {
	// Few are to come: they are read once, and compared with.
	const toCome = Prisma.sql`ANY (ARRAY(SELECT s.deployment_id FROM deployment_schedules s WHERE s.ran_at IS NULL))`;
	return scheduled ? Prisma.sql`x.id = ${toCome}` : Prisma.sql`NOT (x.id = ${toCome})`;
}

/** Of living agents (alias `a`), those that take a deployment (alias `x`). */
function takes(silent: Date): Prisma.Sql {
	return Prisma.sql`a.target_id = x.target_id AND a.last_seen_at >= ${silent}::timestamptz AND (a.tags = '{}' OR a.tags && x.tags)`;
}

/** Whether one of them has reported one of these states of it. */
function reported(states: Prisma.Sql): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM agent_deployments r
		WHERE r.deployment_id = x.id AND r.agent_id = a.id AND r.state IN (${states}))`;
}

function isFailing(silent: Date): Prisma.Sql {
	return Prisma.sql`EXISTS (SELECT 1 FROM agents a WHERE ${takes(silent)} AND ${reported(Prisma.sql`'failed', 'refused'`)})`;
}

/** The same as `summariseAgents` tells of a row, in SQL; a test holds one against the other. */
function actualCondition(actual: ActualState, silent: Date): Prisma.Sql {
	const taker = Prisma.sql`SELECT 1 FROM agents a WHERE ${takes(silent)}`;
	const failing = isFailing(silent);
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
 * The same for a total: most of what is activated has been reported by every agent, so that asking row by row looks most reports up
 * one by one. What any agent lacks is found for all rows at once here. Measured at 200,000 deployments with as many reports: 19,000 pages
 * of the database in place of 770,000, in a quarter of the time.
 */
function countedByActual(
	actual: "loaded" | "pending",
	silent: Date,
	from: Prisma.Sql,
	where: readonly Prisma.Sql[],
): { readonly from: Prisma.Sql; readonly where: readonly Prisma.Sql[] } {
	const activated = Prisma.join([...where, Prisma.sql`x.status = 'activated'`], " AND ");
	const lacking = Prisma.sql`(SELECT DISTINCT x.id FROM (SELECT x.* FROM ${from} WHERE ${activated}) x JOIN agents a ON ${takes(silent)}
		WHERE NOT ${reported(Prisma.sql`'loaded'`)} OFFSET 0)`;
	if (actual === "pending") {
		return {
			from: Prisma.sql`deployments x JOIN ${lacking} l ON l.id = x.id`,
			where: [Prisma.sql`NOT ${isFailing(silent)}`],
		};
	}
	const taken = Prisma.sql`EXISTS (SELECT 1 FROM agents a WHERE ${takes(silent)})`;
	return {
		from: Prisma.sql`${from} LEFT JOIN ${lacking} l ON l.id = x.id`,
		where: [activated, Prisma.sql`l.id IS NULL`, taken],
	};
}
