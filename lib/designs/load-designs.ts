import { type DesignFacts, designSight, visibleDeployments } from "@/lib/access/access";
import type { Principal } from "@/lib/access/principal";
import type { Design } from "@/lib/contract/design";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";
import { effectivePrice, priceCpmOf } from "./price";

/** What a design row is made of, in one read. */
export const designInclude = {
	owner: { select: { email: true } },
	ownerOrg: { select: { priceProximityCpm: true, priceAudienceCpm: true } },
	sets: { orderBy: [{ position: "asc" }, { id: "asc" }] },
	collaborators: {
		orderBy: [{ createdAt: "asc" }, { id: "asc" }],
		include: { user: { select: { email: true } }, organization: { select: { name: true } } },
	},
} satisfies Prisma.DesignInclude;

export type DesignRecord = Prisma.DesignGetPayload<{ include: typeof designInclude }>;

/** What decides about access to a loaded design; the targets' organisations only where they were read. */
export function factsOf(record: DesignRecord, targetOrganizationIds: readonly string[] = []): DesignFacts {
	return {
		ownerId: record.ownerId,
		ownerOrgId: record.ownerOrgId,
		collaborators: record.collaborators,
		targetOrganizationIds,
	};
}

/**
 * Loads designs that the caller is known to see, as the contract's rows and in the order of the ids; four queries whatever
 * their number. `active_builds` counts only what the caller sees.
 */
export async function loadDesigns(
	db: Transaction,
	principal: Principal,
	ids: readonly string[],
): Promise<{ record: DesignRecord; row: Design }[]> {
	if (ids.length === 0) return [];
	const records = await db.design.findMany({ where: { id: { in: [...ids] } }, include: designInclude });
	const active = await db.$queryRaw<{ designId: string; builds: number }[]>`
		SELECT x.design_id AS "designId", count(DISTINCT x.build_id)::int AS builds
		FROM deployments x
		WHERE x.design_id IN (${Prisma.join(ids.map((id) => Prisma.sql`${id}::uuid`))}) AND x.status = 'activated'
			AND ${visibleDeployments(principal)}
		GROUP BY x.design_id`;
	const activeBuilds = new Map(active.map((entry) => [entry.designId, entry.builds]));
	const byId = new Map(records.map((record) => [record.id, record]));
	return ids.flatMap((id) => {
		const record = byId.get(id);
		return record === undefined ? [] : [{ record, row: designRow(principal, record, activeBuilds.get(id) ?? 0) }];
	});
}

function designRow(principal: Principal, record: DesignRecord, activeBuilds: number): Design {
	const direct = designSight(principal, factsOf(record)) === "direct";
	const price = priceCpmOf(effectivePrice(record, record.ownerOrg));
	return {
		id: record.id,
		name: record.name,
		type: record.type,
		status: record.status,
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		external_build: record.externalBuild,
		design_size: record.designSize,
		most_recent_build: record.mostRecentBuildId,
		owner_id: record.ownerId,
		owner_org_id: record.ownerOrgId,
		owner_name: record.owner.email,
		price_cpm: price,
		active_builds: activeBuilds,
		is_shared_to_current_user: record.collaborators.some((entry) => entry.userId === principal.userId),
		is_shared_to_current_org: record.collaborators.some((entry) => entry.organizationId === principal.organizationId),
		sets: record.sets.map((set) => ({ set_id: set.id, set_name: set.name, targeting_code: set.targetingCode })),
		set_ids: record.sets.map((set) => set.id),
		collaborators: direct ? record.collaborators.map(collaboratorRow) : [],
	};
}

function collaboratorRow(entry: DesignRecord["collaborators"][number]): Design["collaborators"][number] {
	return {
		type: entry.type,
		id: entry.userId ?? entry.organizationId ?? "",
		label: entry.user?.email ?? entry.organization?.name ?? "",
		permissions: { view: entry.canView || entry.canEdit, edit: entry.canEdit },
	};
}
