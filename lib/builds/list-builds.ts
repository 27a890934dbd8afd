import { deployedOnOwnTarget, listedDeployments, visibleBuilds, visibleDeployments } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import { visibleDesignParts } from "@/lib/access/visible-parts";
import type { BuildListRow, ContractBuild, ListBuilds } from "@/lib/contract/build";
import { visibilityCondition } from "@/lib/designs/list-designs";
import { priceCpmOf } from "@/lib/designs/price";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Page, pageOfIds } from "@/lib/search/page";
import { searchCondition } from "@/lib/search/search-condition";
import type { Service } from "@/lib/service";
import { deploymentStatusCondition } from "./deployment-status-filter";

/** The columns of a design's newest completed build: of those seen directly its own copies, else of the newest that the caller sees. */
const OWN_COLUMNS = {
	build_date: Prisma.sql`d.last_build_date`,
	requested_at: Prisma.sql`d.last_build_request`,
	last_build_size: Prisma.sql`d.last_build_size`,
} as const;
const SEEN_COLUMNS: typeof OWN_COLUMNS = {
	build_date: Prisma.sql`b.completed_at`,
	requested_at: Prisma.sql`b.requested_at`,
	last_build_size: Prisma.sql`b.size`,
};

/** List Builds (specification, Management API): designs with a completed build, their build history and current deployments. */
export async function listBuilds(
	service: Service,
	principal: Principal,
	filter: ListBuilds,
): Promise<Page<BuildListRow>> {
	const { direct, throughTarget } = visibleDesignParts(principal);
	const sort = filter.sort ?? "build_date";
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: [
			...direct.map((visible) => ({
				from: Prisma.sql`designs d`,
				where: [
					Prisma.sql`d.most_recent_build_id IS NOT NULL`,
					visible,
					...conditions(principal, filter, OWN_COLUMNS.last_build_size, listedDeployments),
				],
				sort: OWN_COLUMNS[sort],
			})),
			...throughTarget.map((visible) => ({
				from: Prisma.sql`designs d JOIN LATERAL (SELECT b.* FROM builds b WHERE b.design_id = d.id AND b.status = 'done'
					AND ${deployedOnOwnTarget(principal)} ORDER BY b.completed_at DESC, b.id LIMIT 1) b ON TRUE`,
				where: [
					visible,
					...conditions(principal, filter, SEEN_COLUMNS.last_build_size, (alias) =>
						visibleDeployments(principal, alias),
					),
				],
				sort: SEEN_COLUMNS[sort],
			})),
		],
		id: Prisma.sql`d.id`,
		order: filter.order,
		limit: filter.limit,
		offset: filter.offset,
		counts:
			throughTarget.length === 0 && filter.deployment_status === undefined
				? ["designs"]
				: ["designs", "builds", "deployments", "targets"],
	});
	return { rows: await loadRows(service, principal, ids), total };
}

/** @param seen which of a design's deployments the caller sees: of one seen directly, all that are listed */
function conditions(
	principal: Principal,
	filter: ListBuilds,
	size: Prisma.Sql,
	seen: (alias: "x" | "r") => Prisma.Sql,
): Prisma.Sql[] {
	const where = [searchCondition("d", filter.q), visibilityCondition(filter.visibility)];
	if (filter.type !== undefined) where.push(Prisma.sql`d.type = ${filter.type}::"DesignType"`);
	if (filter.min_size !== undefined) where.push(Prisma.sql`${size} >= ${filter.min_size}::bigint`);
	if (filter.max_size !== undefined) where.push(Prisma.sql`${size} <= ${filter.max_size}::bigint`);
	if (filter.deployment_status !== undefined) {
		const targets = filter.deployment_target?.split(",").map((slug) => slug.trim());
		where.push(deploymentStatusCondition(principal, filter.deployment_status, targets, seen));
	}
	return where;
}

interface VisibleRow {
	id: string;
	designId: string;
}

async function loadRows(service: Service, principal: Principal, ids: readonly string[]): Promise<BuildListRow[]> {
	if (ids.length === 0) return [];
	const among = Prisma.join(ids.map((id) => Prisma.sql`${id}::uuid`));
	const db = service.prisma;
	const visible = await db.$queryRaw<VisibleRow[]>`
		SELECT b.id, b.design_id AS "designId" FROM builds b JOIN designs d ON d.id = b.design_id
		WHERE d.id IN (${among}) AND b.status = 'done' AND ${visibleBuilds(principal)}
		ORDER BY b.completed_at DESC, b.id`;
	const deployed = await db.$queryRaw<
		(VisibleRow & { target: string; target_id: string; status: string; build_id: string })[]
	>`
		SELECT x.id, x.design_id AS "designId", t.name AS target, t.id AS target_id, x.status::text AS status, x.build_id
		FROM deployments x JOIN targets t ON t.id = x.target_id
		WHERE x.design_id IN (${among}) AND ${visibleDeployments(principal)}
		ORDER BY x.requested_at DESC, x.id`;
	const designs = await db.design.findMany({
		where: { id: { in: [...ids] } },
		select: { id: true, type: true, name: true, owner: { select: { email: true } } },
	});
	const builds = await db.build.findMany({
		where: { id: { in: visible.map(({ id }) => id) } },
		include: { requestedBy: { select: { email: true } } },
	});
	const buildById = new Map(builds.map((build) => [build.id, build]));
	const designById = new Map(designs.map((design) => [design.id, design]));
	return ids.flatMap((id) => {
		const design = designById.get(id);
		const own = visible.filter((row) => row.designId === id).flatMap((row) => buildById.get(row.id) ?? []);
		const last = own[0];
		if (design === undefined || last === undefined) return [];
		const newest = contractBuild(last);
		const audience = design.type === "audience";
		return [
			{
				id,
				type: design.type,
				name: design.name,
				owner: design.owner.email,
				builds: own.map(contractBuild),
				deployments: deployed
					.filter((row) => row.designId === id)
					.map((row) => ({
						id: row.id,
						target: row.target,
						target_id: row.target_id,
						status: row.status as BuildListRow["deployments"][number]["status"],
						build_id: row.build_id,
					})),
				last_build_id: newest.id,
				last_build_name: newest.name,
				last_build_builder: newest.builder,
				last_build_date: newest.build_date,
				last_build_source: audience ? (newest.source ?? null) : null,
				last_build_sources: audience ? (newest.sources ?? []) : null,
				last_build_size: newest.size,
				last_build_audience_index_version: audience ? (newest.audience_index_version ?? null) : null,
			},
		];
	});
}

type CompletedBuild = Prisma.BuildGetPayload<{ include: { requestedBy: { select: { email: true } } } }>;

function contractBuild(build: CompletedBuild): ContractBuild {
	if (build.size === null || build.completedAt === null) throw new Error("A completed build has a size and a date.");
	return {
		id: build.id,
		name: build.name,
		status: "DONE",
		size: Number(build.size),
		requested_at: build.requestedAt.toISOString(),
		build_date: build.completedAt.toISOString(),
		builder: build.requestedBy.email,
		...(build.type === "audience"
			? {
					source: build.sources[0] ?? null,
					sources: build.sources,
					audience_index_version: build.audienceIndexVersion?.toISOString() ?? null,
				}
			: {}),
		price_cpm: priceCpmOf(build.priceCpm),
	};
}
