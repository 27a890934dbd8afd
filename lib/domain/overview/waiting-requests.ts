import type { WaitingRequest } from "@/lib/contract/overview";
import { administers } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { type Section, SHOWN, sectionOf } from "./section";

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
	readonly message: string | null;
	readonly requested_at: Date;
	readonly total: number;
}

/**
 * The requests that the caller may decide on, oldest first; null for callers who decide on none.
 */
export async function requestsToDecide(
	service: Service,
	principal: Principal,
): Promise<Section<WaitingRequest> | null> {
	if (!administers(principal)) return null;
	const where =
		principal.role === "operator" ? Prisma.sql`TRUE` : Prisma.sql`x.target_org_id = ${principal.organizationId}::uuid`;
	return waiting(service, "/approvals", where);
}

/** The caller's own pending requests, oldest first. */
export function ownRequests(service: Service, principal: Principal): Promise<Section<WaitingRequest>> {
	const where = Prisma.sql`x.requester_id = ${principal.userId}::uuid`;
	return waiting(service, "/deployments?status=requested&requested_by=me", where);
}

async function waiting(service: Service, link: string, where: Prisma.Sql): Promise<Section<WaitingRequest>> {
	const found = await service.prisma.$queryRaw<Found[]>`
		WITH waiting AS (
			SELECT x.id, x.requested_at, count(*) OVER ()::int AS total FROM deployments x
			WHERE x.status = 'requested' AND ${where} ORDER BY x.requested_at, x.id LIMIT ${SHOWN})
		SELECT w.total, x.id, x.design_id, d.name AS design_name, b.name AS build_name, x.type::text AS type, x.target_id,
			t.name AS target, p.name AS target_org_name, u.email AS requester, o.slug AS requester_org, x.message, x.requested_at
		FROM waiting w JOIN deployments x ON x.id = w.id JOIN designs d ON d.id = x.design_id JOIN builds b ON b.id = x.build_id
		JOIN targets t ON t.id = x.target_id JOIN users u ON u.id = x.requester_id JOIN organizations o ON o.id = x.requester_org_id
		JOIN organizations p ON p.id = x.target_org_id
		ORDER BY w.requested_at, w.id`;
	return sectionOf(link, found, ({ id, total: _, requested_at, ...row }) => ({
		deployment_id: id,
		...row,
		requested_at: requested_at.toISOString(),
	}));
}
