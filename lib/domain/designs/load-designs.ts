import type { Design } from "@/lib/contract/design";
import type { DesignAttributes } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { loadDesignRows } from "./load-design-rows";

/** The relations of a design row, read at once. */
export const designInclude = {
	owner: { select: { email: true } },
	ownerOrg: { select: { price_proximity_cpm: true, price_audience_cpm: true, least_reach: true, members_see: true } },
	sets: { orderBy: [{ position: "asc" }, { id: "asc" }] },
	collaborators: {
		orderBy: [{ created_at: "asc" }, { id: "asc" }],
		include: { user: { select: { email: true } }, organization: { select: { name: true } } },
	},
} satisfies Prisma.DesignInclude;

export type DesignRecord = Prisma.DesignGetPayload<{ include: typeof designInclude }>;

/**
 * The attributes of a loaded design that decide about access; the targets' organizations where they
 * were read.
 */
export function accessAttributesOf(
	record: DesignRecord,
	targetOrganizationIds: readonly string[] = [],
): DesignAttributes {
	return {
		owner_id: record.owner_id,
		owner_org_id: record.owner_org_id,
		collaborators: record.collaborators,
		targetOrganizationIds,
	};
}

/**
 * Loads designs that are visible to the caller, with the contract's rows and in the order of the
 * ids; two queries in all.
 */
export async function loadDesigns(
	db: Transaction,
	principal: Principal,
	ids: readonly string[],
): Promise<{ record: DesignRecord; row: Design }[]> {
	if (ids.length === 0) return [];
	const records = await db.design.findMany({ where: { id: { in: [...ids] } }, include: designInclude });
	const rows = await loadDesignRows(db, principal, ids);
	const byId = new Map(records.map((record) => [record.id, record]));
	return rows.flatMap((row) => {
		const record = byId.get(row.id);
		return record === undefined ? [] : [{ record, row }];
	});
}
