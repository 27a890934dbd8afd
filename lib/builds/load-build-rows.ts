import { visibleBuilds, visibleDeployments } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { BuildListRow, ContractBuild } from "@/lib/contract/build";
import { readRows, timeOfJson } from "@/lib/db/read-rows";
import { amountOf, priceCpmOf } from "@/lib/designs/price";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";

/** A completed build as one statement reads it: dates as JSON has them, amounts as text. */
interface ReadBuild {
	readonly id: string;
	readonly name: string;
	readonly size: string | null;
	readonly requestedAt: string;
	readonly completedAt: string | null;
	readonly builder: string;
	readonly type: BuildListRow["type"];
	readonly sources: string[];
	readonly audienceIndexVersion: string | null;
	readonly priceCpm: string | null;
}

interface ReadRow {
	readonly id: string;
	readonly type: BuildListRow["type"];
	readonly name: string;
	readonly owner: string;
	/** Newest first. */
	readonly builds: readonly ReadBuild[];
	readonly deployments: BuildListRow["deployments"];
}

/** Rows of List Builds in the order of the designs' ids, with what the caller sees of builds and deployments; one statement. */
export async function loadBuildRows(
	db: Transaction,
	principal: Principal,
	designIds: readonly string[],
): Promise<BuildListRow[]> {
	if (designIds.length === 0) return [];
	const found = await readRows<{ design: ReadRow }>(
		db,
		Prisma.sql`SELECT json_build_object('id', d.id, 'type', d.type, 'name', d.name, 'owner', u.email,
			'builds', (SELECT COALESCE(json_agg(json_build_object('id', b.id, 'name', b.name, 'size', b.size::text,
					'requestedAt', b.requested_at, 'completedAt', b.completed_at, 'builder', (SELECT bu.email FROM users bu WHERE bu.id = b.requested_by_id), 'type', b.type, 'sources', b.sources,
					'audienceIndexVersion', b.audience_index_version, 'priceCpm', b.price_cpm::text) ORDER BY b.completed_at DESC, b.id), '[]')
				FROM builds b
				WHERE b.design_id = d.id AND b.status = 'done' AND ${visibleBuilds(principal, "of few")}),
			'deployments', (SELECT COALESCE(json_agg(json_build_object('id', x.id, 'target', t.name, 'target_id', t.id,
					'status', x.status, 'build_id', x.build_id) ORDER BY x.requested_at DESC, x.id), '[]')
				FROM deployments x JOIN targets t ON t.id = x.target_id
				WHERE x.design_id = d.id AND ${visibleDeployments(principal, "x", "of few")})) AS design
			FROM designs d JOIN users u ON u.id = d.owner_id WHERE d.id = ANY (${[...designIds]}::uuid[])`,
	);
	const byId = new Map(found.map(({ design }) => [design.id, design]));
	return designIds.flatMap((id) => {
		const design = byId.get(id);
		return design === undefined ? [] : listRow(design);
	});
}

/** None for a design of which the caller sees no completed build. */
function listRow({ id, type, name, owner, builds: read, deployments }: ReadRow): BuildListRow[] {
	const builds = read.map(contractBuild);
	const [newest] = builds;
	if (newest === undefined) return [];
	const audience = type === "audience";
	return [
		{
			id,
			type,
			name,
			owner,
			builds,
			deployments,
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

function contractBuild(build: ReadBuild): ContractBuild {
	if (build.size === null || build.completedAt === null) throw new Error("A completed build has a size and a date.");
	const indexed = build.audienceIndexVersion;
	return {
		id: build.id,
		name: build.name,
		status: "DONE",
		size: Number(build.size),
		requested_at: timeOfJson(build.requestedAt),
		build_date: timeOfJson(build.completedAt),
		builder: build.builder,
		...(build.type === "audience"
			? {
					source: build.sources[0] ?? null,
					sources: build.sources,
					audience_index_version: indexed === null ? null : timeOfJson(indexed),
				}
			: {}),
		price_cpm: priceCpmOf(amountOf(build.priceCpm)),
	};
}
