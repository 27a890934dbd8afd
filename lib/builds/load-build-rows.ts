import { visibleBuilds, visibleDeployments } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { BuildListRow, ContractBuild } from "@/lib/contract/build";
import { readRows, timeOfJson } from "@/lib/db/read-rows";
import { amountOf, priceCpmOf } from "@/lib/designs/price";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";

/** A completed build as the statement reads it: dates as JSON has them, amounts as text. */
type ReadBuild = readonly [
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
	id: string,
	target: string,
	targetId: string,
	status: BuildListRow["deployments"][number]["status"],
	buildId: string,
];

interface ReadRow {
	readonly id: string;
	readonly type: BuildListRow["type"];
	readonly name: string;
	readonly owner: string;
	/** Newest first. */
	readonly builds: readonly ReadBuild[];
	/** Newest request first. */
	readonly deployments: readonly ReadDeployment[];
}

/**
 * Rows of List Builds in the order of the designs' ids, with what the caller sees of builds and deployments; one statement. Builds and
 * deployments come as values without their names: as objects they take the database and this process a quarter longer.
 */
export async function loadBuildRows(
	db: Transaction,
	principal: Principal,
	designIds: readonly string[],
): Promise<BuildListRow[]> {
	if (designIds.length === 0) return [];
	const found = await readRows<ReadRow>(
		db,
		Prisma.sql`SELECT d.id, d.type::text AS type, d.name, u.email AS owner,
			(SELECT COALESCE(json_agg(json_build_array(b.id, b.name, b.size::text, b.requested_at, b.completed_at,
					(SELECT bu.email FROM users bu WHERE bu.id = b.requested_by_id), b.sources, b.audience_index_version, b.price_cpm::text)
					ORDER BY b.completed_at DESC, b.id), '[]')
				FROM builds b
				WHERE b.design_id = d.id AND b.status = 'done' AND ${visibleBuilds(principal, "of few")}) AS builds,
			(SELECT COALESCE(json_agg(json_build_array(x.id, t.name, t.id, x.status, x.build_id)
					ORDER BY x.requested_at DESC, x.id), '[]')
				FROM deployments x JOIN targets t ON t.id = x.target_id
				WHERE x.design_id = d.id AND ${visibleDeployments(principal, "x", "of few")}) AS deployments
			FROM designs d JOIN users u ON u.id = d.owner_id WHERE d.id = ANY (${[...designIds]}::uuid[])`,
	);
	const byId = new Map(found.map((design) => [design.id, design]));
	return designIds.flatMap((id) => {
		const design = byId.get(id);
		return design === undefined ? [] : listRow(design);
	});
}

/** None for a design of which the caller sees no completed build. */
function listRow({ id, type, name, owner, builds: read, deployments }: ReadRow): BuildListRow[] {
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
			deployments: deployments.map(([deploymentId, target, target_id, status, build_id]) => ({
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
	[id, name, size, requestedAt, completedAt, builder, sources, indexed, priceCpm]: ReadBuild,
	audience: boolean,
): ContractBuild {
	if (size === null || completedAt === null) throw new Error("A completed build has a size and a date.");
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
		price_cpm: priceCpmOf(amountOf(priceCpm)),
	};
}
