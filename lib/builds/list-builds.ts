import { visibleBuilds, visibleDeployments } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { BuildListRow, ContractBuild, ListBuilds } from "@/lib/contract/build";
import { priceCpmOf } from "@/lib/designs/price";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Page, pageOfIds } from "@/lib/search/page";
import type { Service } from "@/lib/service";
import { buildListParts } from "./build-list-parts";

/** List Builds (specification, Management API): designs with a completed build, their build history and current deployments. */
export async function listBuilds(
	service: Service,
	principal: Principal,
	filter: ListBuilds,
): Promise<Page<BuildListRow>> {
	const { ids, total } = await pageOfIds(service.prisma, {
		parts: buildListParts(principal, filter),
		id: Prisma.sql`d.id`,
		order: filter.order,
		limit: filter.limit,
		offset: filter.offset,
		counts:
			principal.role !== "administrator" && filter.deployment_status === undefined
				? ["designs"]
				: ["designs", "builds", "deployments", "targets"],
	});
	return { rows: await loadRows(service, principal, ids), total };
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
