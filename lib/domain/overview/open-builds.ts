import type { OpenBuild } from "@/lib/contract/overview";
import { directlyVisibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { type Section, SHOWN, sectionOf } from "./section";

interface Found {
	readonly build_id: string;
	readonly design_id: string;
	readonly design_name: string;
	readonly builder: string;
	readonly status: "requested" | "building";
	readonly status_reason: string | null;
	readonly percent: number;
	readonly requested_at: Date;
	readonly total: number;
}

/** The pending and running builds of directly visible designs, oldest first. */
export async function openBuilds(service: Service, principal: Principal): Promise<Section<OpenBuild>> {
	const found = await service.prisma.$queryRaw<Found[]>`
		WITH open AS (
			SELECT b.id, b.requested_at, count(*) OVER ()::int AS total FROM builds b JOIN designs d ON d.id = b.design_id
			WHERE b.status IN ('requested', 'building') AND ${directlyVisibleDesigns(principal)}
			ORDER BY b.requested_at, b.id LIMIT ${SHOWN})
		SELECT o.total, b.id AS build_id, b.design_id, d.name AS design_name, u.email AS builder, b.status::text AS status,
			b.status_reason, b.percent, b.requested_at
		FROM open o JOIN builds b ON b.id = o.id JOIN designs d ON d.id = b.design_id JOIN users u ON u.id = b.requested_by_id
		ORDER BY o.requested_at, o.id`;
	return sectionOf("/designs?status=requested%2Cbuilding", found, ({ total: _, requested_at, ...row }) => ({
		...row,
		requested_at: requested_at.toISOString(),
	}));
}
