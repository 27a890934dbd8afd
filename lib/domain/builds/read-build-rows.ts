import type { BuildListRow, ContractBuild } from "@/lib/contract/build";
import { visibleBuilds, visibleDeployments } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, type PageQuery, pageSql } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import { timeOfJson } from "@/lib/platform/db/time-of-json";
import type { Transaction } from "@/lib/platform/service";
import { priceCpmOf } from "@/lib/rules/price";

type ReadDesign = readonly [id: string, type: BuildListRow["type"], name: string, owner: string];

/** A completed build as the statement reads it: dates in JSON's form, amounts as text. */
type ReadBuild = readonly [
	designId: string,
	id: string,
	name: string,
	size: string | null,
	requestedAt: string,
	completedAt: string | null,
	builder: string,
	sources: string[],
	audienceIndexVersion: string | null,
	priceCpm: string | null,
];

type ReadDeployment = readonly [
	designId: string,
	id: string,
	target: string,
	targetId: string,
	status: BuildListRow["deployments"][number]["status"],
	buildId: string,
];

/** Rows transposed to columns; without rows each is null. */
type Columns<Row extends readonly unknown[]> = { readonly [Column in keyof Row]: readonly Row[Column][] | null };

interface ReadPage {
	readonly ids: readonly string[];
	readonly total: number;
	readonly designs: readonly ReadDesign[] | null;
	/** Newest first. */
	readonly builds: Columns<ReadBuild>;
	/** Newest request first. */
	readonly deployments: Columns<ReadDeployment>;
}

/**
 * Reads a page of List Builds with one statement. It reads builds and deployments of all designs at
 * once and as columns, which costs less than nested rows.
 */
export async function readBuildRows(
	db: Transaction,
	principal: Principal,
	{ mode, ...query }: PageQuery,
): Promise<Page<BuildListRow>> {
	const { parts, ids, total } = pageSql(query);
	const [found] = await db.$rows<ReadPage>(
		Prisma.sql`WITH ${parts}, listed AS MATERIALIZED (
				SELECT id, type, name, owner_id, owner_org_id FROM designs WHERE id = ANY (ARRAY(SELECT page.id FROM page)))
			SELECT ${ids} AS ids, ${total} AS total,
			(SELECT json_agg(json_build_array(id, type, name, (SELECT u.email FROM users u WHERE u.id = owner_id))) FROM listed) AS designs,
			(SELECT json_build_array(json_agg(design_id), json_agg(id), json_agg(name), json_agg(size), json_agg(requested_at),
					json_agg(completed_at), json_agg(builder), json_agg(sources), json_agg(audience_index_version), json_agg(price_cpm))
				FROM (SELECT builds.design_id, builds.id, builds.name, builds.size::text AS size, builds.requested_at, builds.completed_at,
						(SELECT bu.email FROM users bu WHERE bu.id = builds.requested_by_id) AS builder, builds.sources, builds.audience_index_version,
						builds.price_cpm::text AS price_cpm
					FROM listed AS designs JOIN builds ON builds.design_id = designs.id
					WHERE builds.status = 'done' AND ${visibleBuilds(principal, "per row")}
					ORDER BY builds.completed_at DESC, builds.id) AS newest) AS builds,
			(SELECT json_build_array(json_agg(design_id), json_agg(id), json_agg(target), json_agg(target_id), json_agg(status),
					json_agg(build_id))
				FROM (SELECT deployments.design_id, deployments.id, targets.name AS target, deployments.target_id, deployments.status, deployments.build_id
					FROM listed AS designs JOIN deployments ON deployments.design_id = designs.id JOIN targets ON targets.id = deployments.target_id
					WHERE ${visibleDeployments(principal, "deployments", "per row")}
					ORDER BY deployments.requested_at DESC, deployments.id) AS newest) AS deployments`,
		mode,
	);
	if (found === undefined) throw new Error("a page must have a row");
	const designs = new Map(found.designs?.map((design) => [design[0], design]));
	const builds = byDesign(found.builds);
	const deployments = byDesign(found.deployments);
	const rows = found.ids.flatMap((id) => {
		const design = designs.get(id);
		return design === undefined ? [] : listRow(design, builds.get(id) ?? [], deployments.get(id) ?? []);
	});
	return { rows, total: found.total };
}

/** Transposes columns to rows, by the design in the first. */
function byDesign<Row extends readonly [designId: string, ...unknown[]]>(columns: Columns<Row>): Map<string, Row[]> {
	const rows = new Map<string, Row[]>();
	columns[0]?.forEach((designId, index) => {
		const row = columns.map((column) => column?.[index]) as unknown as Row;
		const others = rows.get(designId);
		if (others === undefined) rows.set(designId, [row]);
		else others.push(row);
	});
	return rows;
}

/** Empty for a design without a visible completed build. */
function listRow(
	[id, type, name, owner]: ReadDesign,
	read: readonly ReadBuild[],
	deployments: readonly ReadDeployment[],
): BuildListRow[] {
	const audience = type === "audience";
	const builds = read.map((build) => contractBuild(build, audience));
	const [newest] = builds;
	if (newest === undefined) return [];
	return [
		{
			id,
			type,
			name,
			owner,
			builds,
			deployments: deployments.map(([, deploymentId, target, target_id, status, build_id]) => ({
				id: deploymentId,
				target,
				target_id,
				status,
				build_id,
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
}

function contractBuild(
	[, id, name, size, requestedAt, completedAt, builder, sources, indexed, priceCpm]: ReadBuild,
	audience: boolean,
): ContractBuild {
	if (size === null || completedAt === null) throw new Error("a completed build must have a size and a date");
	return {
		id,
		name,
		status: "DONE",
		size: Number(size),
		requested_at: timeOfJson(requestedAt),
		build_date: timeOfJson(completedAt),
		builder,
		...(audience
			? {
					source: sources[0] ?? null,
					sources,
					audience_index_version: indexed === null ? null : timeOfJson(indexed),
				}
			: {}),
		price_cpm: priceCpmOf(priceCpm),
	};
}
