import type { EndedRequest } from "@/lib/contract/overview";
import type { Principal } from "@/lib/domain/access/principal";
import { EXPIRED } from "@/lib/domain/deployments/expire-requests";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { isDismissed } from "./dismiss-failure";
import { SECTION_ROWS, type Section, sectionOf } from "./section";

const PERIOD_MS = 14 * 24 * 3_600_000;

interface Found {
	readonly deployment_id: string;
	readonly design_id: string;
	readonly design_name: string;
	readonly target: string;
	readonly outcome: "rejected" | "expired";
	readonly reason: string | null;
	readonly at: Date;
	readonly total: number;
}

/**
 * The caller's own requests that were rejected or expired in the last 14 days, and after which the
 * design was not requested for that target again; latest first.
 */
export async function endedRequests(service: Service, principal: Principal): Promise<Section<EndedRequest>> {
	const since = new Date(service.now().getTime() - PERIOD_MS);
	const found = await service.prisma.$queryRaw<Found[]>`
		SELECT x.id AS deployment_id, x.design_id, designs.name AS design_name, targets.name AS target,
			CASE WHEN x.status = 'rejected' THEN 'rejected' ELSE 'expired' END AS outcome,
			CASE WHEN x.status = 'rejected' THEN x.status_reason END AS reason, x.updated_at AS at, count(*) OVER ()::int AS total
		FROM deployments x JOIN designs ON designs.id = x.design_id JOIN targets ON targets.id = x.target_id
		WHERE x.requester_id = ${principal.userId}::uuid AND x.updated_at >= ${since}::timestamptz
			AND (x.status = 'rejected' OR (x.status = 'cancelled' AND x.status_reason = ${EXPIRED}))
			AND NOT EXISTS (SELECT FROM deployments later WHERE later.design_id = x.design_id AND later.target_id = x.target_id
				AND later.requested_at > x.requested_at)
			AND NOT ${isDismissed(principal, "request", Prisma.sql`x.id`, Prisma.sql`x.updated_at`)}
		ORDER BY x.updated_at DESC, x.id LIMIT ${SECTION_ROWS}`;
	return sectionOf("/deployments?status=rejected%2Ccancelled&requested_by=me", found, ({ total: _, at, ...row }) => ({
		...row,
		at: at.toISOString(),
	}));
}
