import { designSight, visibleBuilds } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { BuildDetail } from "@/lib/contract/build";
import { findDesignOrThrow } from "@/lib/designs/find-design";
import { factsOf } from "@/lib/designs/load-designs";
import { priceCpmOf } from "@/lib/designs/price";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Page, pageOfIds } from "@/lib/search/page";
import type { Service } from "@/lib/service";

const buildInclude = {
	requestedBy: { select: { email: true } },
	sets: { orderBy: [{ position: "asc" }, { setId: "asc" }] },
} satisfies Prisma.BuildInclude;

type BuildRecord = Prisma.BuildGetPayload<{ include: typeof buildInclude }>;

/**
 * `GET /api/designs/<id>/builds`: builds in every status, newest request first; who sees the design through a target only
 * sees the builds that are deployed there.
 * @throws NotFoundError when the caller does not see the design.
 */
export async function listDesignBuilds(
	service: Service,
	principal: Principal,
	designId: string,
	paging: { limit: number; offset: number },
): Promise<Page<BuildDetail>> {
	const { record } = await findDesignOrThrow(service.prisma, principal, designId);
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: [
			{
				from: Prisma.sql`builds b JOIN designs d ON d.id = b.design_id`,
				where: [Prisma.sql`b.design_id = ${designId}::uuid`, visibleBuilds(principal)],
				sort: Prisma.sql`b.requested_at`,
			},
		],
		id: Prisma.sql`b.id`,
		order: "desc",
		...paging,
	});
	const builds = await service.prisma.build.findMany({ where: { id: { in: ids } }, include: buildInclude });
	const byId = new Map(builds.map((build) => [build.id, build]));
	const direct = designSight(principal, factsOf(record)) === "direct";
	return { rows: ids.flatMap((id) => byId.get(id) ?? []).map((build) => buildDetailRow(build, direct)), total };
}

/** @param direct whether the caller sees the design itself: reasons and failures are for its people only. */
function buildDetailRow(build: BuildRecord, direct: boolean): BuildDetail {
	const { startedAt, completedAt } = build;
	return {
		id: build.id,
		design_id: build.designId,
		name: build.name,
		type: build.type,
		status: build.status,
		reason: build.reason,
		status_reason: direct ? build.statusReason : null,
		builder: build.requestedBy.email,
		requested_at: build.requestedAt.toISOString(),
		started_at: startedAt?.toISOString() ?? null,
		completed_at: completedAt?.toISOString() ?? null,
		duration_seconds: startedAt && completedAt ? (completedAt.getTime() - startedAt.getTime()) / 1000 : null,
		phase: build.phase,
		percent: build.percent,
		attempts: build.attempts,
		size: build.size === null ? null : Number(build.size),
		digest: build.digest === null ? null : `sha256:${build.digest}`,
		sources: build.sources,
		audience_index_version: build.audienceIndexVersion?.toISOString() ?? null,
		price_cpm: priceCpmOf(build.priceCpm),
		is_first: build.isFirst,
		sets: build.sets.map((set) => ({
			set_id: set.setId,
			set_name: set.name,
			targeting_code: set.targetingCode,
			item_count: set.itemCount,
		})),
		revision: build.revision,
	};
}
