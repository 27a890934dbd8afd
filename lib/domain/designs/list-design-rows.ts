import type { DesignRow, DesignSort, ListDesignRows } from "@/lib/contract/design-list";
import { anySharedDesign, designSight, visibleDeployments } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { visibleDeploymentParts, visibleDesignParts } from "@/lib/domain/access/visible-parts";
import { type IdPart, type IdQuery, type Page, pageOfIds, pageOfRows } from "@/lib/domain/lists/page";
import { searchedWords } from "@/lib/domain/lists/search-condition";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { designPermissionsOf } from "./design-permissions";
import { designsOnTarget } from "./designs-on-target";
import { frozenBy } from "./frozen";
import { visibilityCondition, walkOfDesigns } from "./list-designs";
import { factsOf, loadDesigns } from "./load-designs";

/**
 * `GET /api/designs`: the designs that the caller may see, with what a page of them shows: where each is live, its newest
 * build, with how many it is shared, and what the caller may do. Seven queries whatever the page's size.
 */
export async function listDesignRows(
	service: Service,
	principal: Principal,
	filter: ListDesignRows,
): Promise<Page<DesignRow>> {
	const common = conditionsOf(principal, filter);
	const live = liveCondition(principal, filter.live);
	const where = [...common, live.ofRow];
	const counted = [...common, live.ofAll];
	const { direct, throughTarget } = visibleDesignParts(principal);
	const conditions = direct.map(({ condition, few }) => ({ condition, few }));
	const { sort, order, limit, offset, q, ...others } = filter;
	const wholly = Object.values(others).every((value) => value === undefined);
	const search = searchedWords("d", q);
	if (throughTarget !== null) conditions.push(...designsOnTarget(throughTarget, search));
	const query: IdQuery = {
		parts: conditions.flatMap(({ condition, few }) =>
			sortedParts(sort, { where: [condition, ...where], counted: [condition, ...counted] }, few),
		),
		id: Prisma.sql`d.id`,
		search,
		tagged: filter.visibility !== undefined,
		nullable: isBuildFact(sort),
		walk: wholly && sort === "updated_at" ? walkOfDesigns(principal) : undefined,
		order,
		limit,
		offset,
		counts: {
			sources: ["designs", "deployments", ...(filter.status === undefined ? [] : (["design_statuses"] as const))],
			design: Prisma.sql`d.id`,
		},
	};
	return pageOfRows(
		() => pageOfIds(service.prisma, query),
		async (ids) => {
			const rows = await loadRows(service.prisma, principal, ids);
			return rows.filter(({ status }) => filter.status?.includes(status) ?? true);
		},
	);
}

function conditionsOf(principal: Principal, filter: ListDesignRows): Prisma.Sql[] {
	const me = Prisma.sql`${principal.userId}::uuid`;
	const where = [visibilityCondition(filter.visibility)];
	if (filter.owner !== undefined) where.push(Prisma.sql`d.owner_id = ${filter.owner}::uuid`);
	if (filter.owner_org_id !== undefined) where.push(Prisma.sql`d.owner_org_id = ${filter.owner_org_id}::uuid`);
	if (filter.type !== undefined) where.push(Prisma.sql`d.type = ${filter.type}::"DesignType"`);
	if (filter.status !== undefined) where.push(statusCondition(filter.status));
	if (filter.mine !== undefined)
		where.push(filter.mine ? Prisma.sql`d.owner_id = ${me}` : Prisma.sql`d.owner_id <> ${me}`);
	if (filter.shared === "with_me") where.push(Prisma.sql`d.id = ${anySharedDesign(principal)}`);
	if (filter.shared === "by_me") {
		where.push(
			Prisma.sql`d.owner_id = ${me} AND EXISTS (SELECT 1 FROM design_collaborators c WHERE c.design_id = d.id)`,
		);
	}
	return where;
}

/** Whether a design is live where the caller sees it: asked of each row of a page, and of all designs at once for the total. */
function liveCondition(principal: Principal, live: boolean | undefined): { ofRow: Prisma.Sql; ofAll: Prisma.Sql } {
	if (live === undefined) return { ofRow: Prisma.sql`TRUE`, ofAll: Prisma.sql`TRUE` };
	const ofRow = Prisma.sql`EXISTS (SELECT 1 FROM deployments x
		WHERE x.design_id = d.id AND x.status = 'activated' AND ${visibleDeployments(principal)})`;
	const places = visibleDeploymentParts(principal).map(
		({ condition }) => Prisma.sql`SELECT x.design_id FROM deployments x WHERE x.status = 'activated' AND ${condition}`,
	);
	const ofAll = Prisma.sql`d.id IN (${Prisma.join(places, " UNION ALL ")})`;
	return live ? { ofRow, ofAll } : { ofRow: Prisma.sql`NOT ${ofRow}`, ofAll: Prisma.sql`NOT (${ofAll})` };
}

/** One status as an equation, whose rows an index has in the order of the list. */
function statusCondition(statuses: readonly string[]): Prisma.Sql {
	const [only, ...others] = statuses;
	if (others.length === 0) return Prisma.sql`d.status = ${only}::"DesignStatus"`;
	return Prisma.sql`d.status = ANY (${[...statuses]}::"DesignStatus"[])`;
}

const isBuildFact = (sort: DesignSort) => sort === "last_build_date" || sort === "last_build_size";

/** By facts of a build, those that have none are a part of their own: each has its index. */
function sortedParts(
	sort: DesignSort,
	{ where, counted }: { where: readonly Prisma.Sql[]; counted: readonly Prisma.Sql[] },
	few: boolean,
): IdPart[] {
	const from = Prisma.sql`designs d`;
	const part = (column: Prisma.Sql, ...more: Prisma.Sql[]) => ({
		from,
		where: [...more, ...where],
		sort: column,
		few,
		counted: { from, where: [...more, ...counted] },
	});
	if (sort === "updated_at") return [part(Prisma.sql`d.updated_at`)];
	if (sort === "name") return [part(Prisma.sql`lower(d.name) COLLATE "C"`)];
	const built = Prisma.sql`d.most_recent_build_id IS NOT NULL`;
	const never = Prisma.sql`d.most_recent_build_id IS NULL`;
	const [column, none] =
		sort === "last_build_date"
			? [Prisma.sql`d.last_build_date`, Prisma.sql`NULL::timestamptz`]
			: [Prisma.sql`d.last_build_size`, Prisma.sql`NULL::bigint`];
	return [{ ...part(column, built), neverNull: true }, part(none, never)];
}

async function loadRows(db: Transaction, principal: Principal, ids: readonly string[]): Promise<DesignRow[]> {
	if (ids.length === 0) return [];
	const loaded = await loadDesigns(db, principal, ids);
	const frozen = await frozenBy(
		db,
		loaded.map(({ record }) => record),
	);
	const deployments = await deploymentsOf(db, principal, ids);
	return loaded.map(({ record, row }) => {
		const facts = factsOf(record);
		const direct = designSight(principal, facts) === "direct";
		const own = deployments.get(row.id) ?? [];
		const reason = frozen.get(row.id);
		const { mostRecentBuildId, lastBuildDate, lastBuildSize, collaborators } = record;
		return {
			...row,
			revision: record.revision,
			status_reason: direct ? record.statusReason : null,
			visibility: direct ? record.visibilityTags : [],
			frozen: reason === undefined ? null : { ...reason, build_id: direct ? reason.build_id : null },
			last_build:
				direct && mostRecentBuildId !== null && lastBuildDate !== null
					? { id: mostRecentBuildId, date: lastBuildDate.toISOString(), size: Number(lastBuildSize ?? 0n) }
					: null,
			live: own
				.filter(({ status }) => status === "activated")
				.map((deployment) => ({
					deployment_id: deployment.id,
					build_id: deployment.buildId,
					target_id: deployment.targetId,
					target: deployment.target,
					out_of_date: mostRecentBuildId !== null && deployment.buildId !== mostRecentBuildId,
				})),
			requested_deployments: own.filter(({ status }) => status === "requested").length,
			shared_with: {
				people: direct ? collaborators.filter(({ type }) => type === "user").length : 0,
				organizations: direct ? collaborators.filter(({ type }) => type === "org").length : 0,
			},
			permissions: designPermissionsOf(principal, facts),
		};
	});
}

interface Placed {
	readonly id: string;
	readonly designId: string;
	readonly buildId: string;
	readonly targetId: string;
	readonly target: string;
	readonly status: "activated" | "requested";
}

/** Activated and requested deployments of the designs that the caller sees, by design and in the order of the targets' names. */
async function deploymentsOf(
	db: Transaction,
	principal: Principal,
	ids: readonly string[],
): Promise<Map<string, Placed[]>> {
	const found = await db.$queryRaw<Placed[]>(Prisma.sql`
		SELECT x.id, x.design_id AS "designId", x.build_id AS "buildId", x.target_id AS "targetId", t.name AS target,
			x.status::text AS status
		FROM deployments x JOIN targets t ON t.id = x.target_id
		WHERE x.design_id = ANY (${[...ids]}::uuid[]) AND x.status IN ('activated', 'requested') AND ${visibleDeployments(principal)}
		ORDER BY t.name, x.id`);
	const byDesign = new Map<string, Placed[]>();
	for (const deployment of found) {
		const own = byDesign.get(deployment.designId);
		if (own === undefined) byDesign.set(deployment.designId, [deployment]);
		else own.push(deployment);
	}
	return byDesign;
}
