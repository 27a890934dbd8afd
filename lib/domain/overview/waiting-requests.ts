import type { TargetQueue, WaitingRequest } from "@/lib/contract/overview";
import { administeredDeployments, administers } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { SECTION_ROWS, type Section, sectionOf } from "./section";

const MOST_TARGETS = 20;

interface Found {
	readonly id: string;
	readonly design_id: string;
	readonly design_name: string;
	readonly build_name: string;
	readonly type: "proximity" | "audience";
	readonly target_id: string;
	readonly target: string;
	readonly target_org_name: string;
	readonly requester: string;
	readonly requester_org: string;
	readonly requester_org_name: string;
	readonly message: string | null;
	readonly requested_at: Date;
	readonly question_from: string | null;
	readonly total: number;
}

/**
 * The requests that the caller may decide on, oldest first, without those that wait for their
 * requester; null for callers who decide on none.
 */
export async function requestsToDecide(
	service: Service,
	principal: Principal,
): Promise<Section<WaitingRequest> | null> {
	if (!administers(principal)) return null;
	return waiting(service, "/approvals", undecided(principal));
}

/**
 * A request with a schedule is decided, one with an open question waits for its requester, and one
 * that the caller has approved waits for others.
 */
const undecided = (principal: Principal): Prisma.Sql =>
	Prisma.sql`${administeredDeployments(principal)} AND deployments.open_question_id IS NULL AND NOT EXISTS (SELECT FROM deployment_schedules s
			WHERE s.deployment_id = deployments.id AND s.ran_at IS NULL)
		AND NOT EXISTS (SELECT FROM deployment_approvals a WHERE a.deployment_id = deployments.id
			AND a.action = 'activate' AND a.ended_at IS NULL AND a.user_id = ${principal.userId}::uuid)`;

/** The same requests by target, most first. */
export async function requestsByTarget(service: Service, principal: Principal): Promise<TargetQueue[]> {
	if (!administers(principal)) return [];
	const found = await service.prisma.$queryRaw<(Omit<TargetQueue, "oldest_request_at"> & { oldest: Date })[]>`
		SELECT targets.id AS target_id, targets.name AS target, count(*)::int AS requests, min(deployments.requested_at) AS oldest
		FROM deployments JOIN targets ON targets.id = deployments.target_id
		WHERE deployments.status = 'requested' AND ${undecided(principal)}
		GROUP BY targets.id ORDER BY 3 DESC, 4, 1 LIMIT ${MOST_TARGETS}`;
	return found.map(({ oldest, ...row }) => ({ ...row, oldest_request_at: oldest.toISOString() }));
}

/** The caller's own pending requests, oldest first. */
export function ownRequests(service: Service, principal: Principal): Promise<Section<WaitingRequest>> {
	const where = Prisma.sql`deployments.requester_id = ${principal.userId}::uuid`;
	const asked = Prisma.sql`(deployments.open_question_id IS NULL), `;
	return waiting(service, "/deployments?status=requested&requested_by=me", where, asked);
}

/** @param first the first sort keys, ending in a comma: its smallest values come first */
async function waiting(
	service: Service,
	link: string,
	where: Prisma.Sql,
	first = Prisma.empty,
): Promise<Section<WaitingRequest>> {
	const found = await service.prisma.$queryRaw<Found[]>`
		WITH waiting AS (
			SELECT deployments.id, deployments.requested_at, count(*) OVER ()::int AS total FROM deployments
			WHERE deployments.status = 'requested' AND ${where} ORDER BY ${first}deployments.requested_at, deployments.id LIMIT ${SECTION_ROWS})
		SELECT w.total, deployments.id, deployments.design_id, designs.name AS design_name, builds.name AS build_name,
			deployments.type::text AS type, deployments.target_id,
			targets.name AS target, p.name AS target_org_name, u.email AS requester, o.slug AS requester_org, o.name AS requester_org_name, deployments.message, deployments.requested_at,
			(SELECT COALESCE(NULLIF(btrim(a.first_name || ' ' || a.last_name), ''), a.email) FROM deployment_comments q JOIN users a ON a.id = q.author_id WHERE q.id = deployments.open_question_id) AS question_from
		FROM waiting w JOIN deployments ON deployments.id = w.id JOIN designs ON designs.id = deployments.design_id
		JOIN builds ON builds.id = deployments.build_id
		JOIN targets ON targets.id = deployments.target_id JOIN users u ON u.id = deployments.requester_id JOIN organizations o ON o.id = deployments.requester_org_id
		JOIN organizations p ON p.id = deployments.target_org_id
		ORDER BY ${first}w.requested_at, w.id`;
	return sectionOf(link, found, ({ id, total: _, requested_at, ...row }) => ({
		deployment_id: id,
		...row,
		requested_at: requested_at.toISOString(),
	}));
}
