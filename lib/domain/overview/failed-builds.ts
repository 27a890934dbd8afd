import type { FailedBuild } from "@/lib/contract/overview";
import { directlyVisibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { isDismissed } from "./dismiss-failure";
import { SECTION_ROWS, type Section, sectionOf } from "./section";

interface Found {
	readonly build_id: string;
	readonly design_id: string;
	readonly design_name: string;
	readonly status: "failed" | "rejected";
	readonly status_reason: string | null;
	readonly requested_at: Date;
	readonly total: number;
}

/** When its last build was begun or, where it never was, requested: an edit of the design is no failure. */
const LAST_ATTEMPT = Prisma.sql`(SELECT max(COALESCE(b.started_at, b.requested_at)) FROM builds b WHERE b.design_id = designs.id)`;

/** The directly visible designs whose last build failed or was rejected, newest first. */
export async function failedBuilds(service: Service, principal: Principal): Promise<Section<FailedBuild>> {
	const found = await service.prisma.$queryRaw<Found[]>`
		WITH failed AS (
			SELECT designs.id, designs.name, designs.status::text AS status, designs.status_reason, designs.updated_at, count(*) OVER ()::int AS total
			FROM designs WHERE designs.status IN ('failed', 'rejected') AND ${directlyVisibleDesigns(principal)}
				AND EXISTS (SELECT 1 FROM builds WHERE builds.design_id = designs.id)
				AND NOT ${isDismissed(principal, "build", Prisma.sql`designs.id`, LAST_ATTEMPT)}
			ORDER BY designs.updated_at DESC, designs.id LIMIT ${SECTION_ROWS})
		SELECT f.total, builds.id AS build_id, f.id AS design_id, f.name AS design_name, f.status, f.status_reason, builds.requested_at
		FROM failed f
		JOIN LATERAL (SELECT builds.id, builds.requested_at FROM builds WHERE builds.design_id = f.id
			ORDER BY builds.requested_at DESC, builds.id LIMIT 1) AS builds ON TRUE
		ORDER BY f.updated_at DESC, f.id`;
	return sectionOf("/designs?status=failed%2Crejected", found, ({ total: _, requested_at, ...row }) => ({
		...row,
		requested_at: requested_at.toISOString(),
	}));
}
