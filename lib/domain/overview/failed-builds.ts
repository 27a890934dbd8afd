import type { FailedBuild } from "@/lib/contract/overview";
import { directlyVisibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { type Section, SHOWN, sectionOf } from "./section";

interface Found {
	readonly build_id: string;
	readonly design_id: string;
	readonly design_name: string;
	readonly status: "failed" | "rejected";
	readonly status_reason: string | null;
	readonly requested_at: Date;
	readonly total: number;
}

/** The directly visible designs whose last build failed or was rejected, newest first. */
export async function failedBuilds(service: Service, principal: Principal): Promise<Section<FailedBuild>> {
	const found = await service.prisma.$queryRaw<Found[]>`
		WITH failed AS (
			SELECT d.id, d.name, d.status::text AS status, d.status_reason, d.updated_at, count(*) OVER ()::int AS total
			FROM designs d WHERE d.status IN ('failed', 'rejected') AND ${directlyVisibleDesigns(principal)}
				AND EXISTS (SELECT 1 FROM builds b WHERE b.design_id = d.id)
			ORDER BY d.updated_at DESC, d.id LIMIT ${SHOWN})
		SELECT f.total, b.id AS build_id, f.id AS design_id, f.name AS design_name, f.status, f.status_reason, b.requested_at
		FROM failed f
		JOIN LATERAL (SELECT b.id, b.requested_at FROM builds b WHERE b.design_id = f.id
			ORDER BY b.requested_at DESC, b.id LIMIT 1) AS b ON TRUE
		ORDER BY f.updated_at DESC, f.id`;
	return sectionOf("/designs?status=failed%2Crejected", found, ({ total: _, requested_at, ...row }) => ({
		...row,
		requested_at: requested_at.toISOString(),
	}));
}
