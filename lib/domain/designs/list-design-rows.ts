import type { DesignRow, ListDesignRows } from "@/lib/contract/design-list";
import { designVisibility, visibleDeployments } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { designList } from "./design-list";
import { designPermissionsOf } from "./design-permissions";
import { frozenBy } from "./frozen";
import { accessAttributesOf, loadDesigns } from "./load-designs";

/**
 * List Designs with `detail=true`: visible designs with active targets, newest build, number of
 * collaborators and permissions. The number of queries does not depend on the page's size.
 */
export async function listDesignRows(
	service: Service,
	principal: Principal,
	filter: ListDesignRows,
): Promise<Page<DesignRow>> {
	return pageOfRows(
		() => designList.page(service, principal, filter),
		async (ids) => {
			const rows = await loadRows(service.prisma, principal, ids);
			return rows.filter(({ status }) => filter.status?.includes(status) ?? true);
		},
	);
}

async function loadRows(db: Transaction, principal: Principal, ids: readonly string[]): Promise<DesignRow[]> {
	if (ids.length === 0) return [];
	const loaded = await loadDesigns(db, principal, ids);
	const frozen = await frozenBy(
		db,
		loaded.map(({ record }) => record),
	);
	const deployments = await deploymentsOf(db, principal, ids);
	const onTargets =
		principal.role === "administrator"
			? await db.designTarget.findMany({
					where: { designId: { in: [...ids] }, targetOrgId: principal.organizationId },
					select: { designId: true, buildId: true, buildDate: true, buildSize: true },
				})
			: [];
	const onTarget = new Map(onTargets.map((newest) => [newest.designId, newest]));
	return loaded.map(({ record, row }) => {
		const attributes = accessAttributesOf(record);
		const direct = designVisibility(principal, attributes) === "direct";
		const own = deployments.get(row.id) ?? [];
		const reason = frozen.get(row.id);
		const { mostRecentBuildId, lastBuildDate, lastBuildSize, collaborators } = record;
		const newest = direct
			? { buildId: mostRecentBuildId, buildDate: lastBuildDate, buildSize: lastBuildSize }
			: onTarget.get(row.id);
		return {
			...row,
			revision: record.revision,
			status_reason: direct ? record.statusReason : null,
			visibility: direct ? record.visibilityTags : [],
			frozen: reason === undefined ? null : { ...reason, build_id: direct ? reason.build_id : null },
			last_build:
				newest?.buildId && newest.buildDate
					? { id: newest.buildId, date: newest.buildDate.toISOString(), size: Number(newest.buildSize ?? 0n) }
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
			permissions: designPermissionsOf(principal, attributes),
		};
	});
}

interface CurrentDeployment {
	readonly id: string;
	readonly designId: string;
	readonly buildId: string;
	readonly targetId: string;
	readonly target: string;
	readonly status: "activated" | "requested";
}

/**
 * Visible activated and requested deployments, by design and in the order of the targets' names.
 */
async function deploymentsOf(
	db: Transaction,
	principal: Principal,
	ids: readonly string[],
): Promise<Map<string, CurrentDeployment[]>> {
	const found = await db.$queryRaw<CurrentDeployment[]>(Prisma.sql`
		SELECT x.id, x.design_id AS "designId", x.build_id AS "buildId", x.target_id AS "targetId", t.name AS target,
			x.status::text AS status
		FROM deployments x JOIN targets t ON t.id = x.target_id
		WHERE x.design_id = ANY (${[...ids]}::uuid[]) AND x.status IN ('activated', 'requested') AND ${visibleDeployments(principal)}
		ORDER BY t.name, x.id`);
	const byDesign = new Map<string, CurrentDeployment[]>();
	for (const deployment of found) {
		const own = byDesign.get(deployment.designId);
		if (own === undefined) byDesign.set(deployment.designId, [deployment]);
		else own.push(deployment);
	}
	return byDesign;
}
