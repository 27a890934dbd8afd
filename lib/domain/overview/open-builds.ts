import type { OpenBuild } from "@/lib/contract/overview";
import { directlyVisibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { SECTION_ROWS, type Section, sectionOf } from "./section";

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

/** Builds that wait for a retry come first: they may need a person's action. */
const PAUSED = Prisma.sql`(builds.status = 'requested' AND builds.status_reason IS NOT NULL)`;

/** The pending and running builds of directly visible designs, oldest first. */
export async function openBuilds(service: Service, principal: Principal): Promise<Section<OpenBuild>> {
	const found = await service.prisma.$queryRaw<Found[]>`
		WITH open AS (
			SELECT builds.id, builds.requested_at, count(*) OVER ()::int AS total FROM builds JOIN designs ON designs.id = builds.design_id
			WHERE builds.status IN ('requested', 'building') AND ${directlyVisibleDesigns(principal)}
			ORDER BY ${PAUSED} DESC, builds.requested_at, builds.id LIMIT ${SECTION_ROWS})
		SELECT o.total, builds.id AS build_id, builds.design_id, designs.name AS design_name, u.email AS builder, builds.status::text AS status,
			builds.status_reason, builds.percent, builds.requested_at
		FROM open o JOIN builds ON builds.id = o.id JOIN designs ON designs.id = builds.design_id JOIN users u ON u.id = builds.requested_by_id
		ORDER BY ${PAUSED} DESC, o.requested_at, o.id`;
	return sectionOf("/designs?status=requested%2Cbuilding", found, ({ total: _, requested_at, ...row }) => ({
		...row,
		requested_at: requested_at.toISOString(),
	}));
}
