import { measureAudienceExpression } from "@/lib/contract/audience";
import type { DesignDetail } from "@/lib/contract/design";
import type { CreateDesign } from "@/lib/contract/design-bodies";
import { mayCreateDesign } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { refreshDesignSearch } from "@/lib/domain/lists/refresh-documents";
import type { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { loadDesignDetail } from "./get-design-detail";
import { assignCodes, requireContentsOfType, storeInline } from "./inline-sets";
import { dropGeofences } from "./store-geofences";

/**
 * `POST /api/designs` (docs/contract.md, Designs and builds): creates a design of the caller with
 * its sets, all or nothing.
 * @throws ForbiddenError for a credential that does not permit a designer's actions
 * @throws InvalidArgumentError naming the set and its problem
 */
export async function createDesign(service: Service, principal: Principal, input: CreateDesign): Promise<DesignDetail> {
	if (!mayCreateDesign(principal)) {
		throw new ForbiddenError("this credential does not permit the creation of designs");
	}
	const codes = assignCodes(input.sets);
	for (const [index, set] of input.sets.entries()) requireContentsOfType(input.type, set, index);
	const collectionIds: (string | null)[] = [];
	try {
		for (const [index, set] of input.sets.entries()) collectionIds.push(await storeInline(service, set, index));
		return await insert(service, principal, input, codes, collectionIds);
	} catch (error) {
		await dropGeofences(
			service,
			collectionIds.filter((id) => id !== null),
		);
		throw error;
	}
}

async function insert(
	service: Service,
	principal: Principal,
	input: CreateDesign,
	codes: readonly string[],
	collectionIds: readonly (string | null)[],
): Promise<DesignDetail> {
	return transact(service.prisma, async (tx) => {
		const now = service.now();
		const counted = await tx.geofenceCollection.aggregate({
			where: { id: { in: collectionIds.filter((id) => id !== null) } },
			_sum: { geofence_count: true },
		});
		const conditions = input.sets.map(({ audience }) => measureAudienceExpression(audience?.where).conditions);
		const design = await tx.design.create({
			data: {
				name: input.name,
				type: input.type,
				owner_id: principal.userId,
				owner_org_id: principal.organizationId,
				design_size:
					input.type === "proximity"
						? (counted._sum.geofence_count ?? 0)
						: conditions.reduce((total, count) => total + count, 0),
				created_at: now,
				updated_at: now,
				sets: {
					create: input.sets.map((set, position) => ({
						position,
						name: set.set_name,
						targeting_code: codes[position] ?? "",
						...(set.audience === undefined ? {} : { audience: set.audience as unknown as Prisma.InputJsonObject }),
						geofence_collection_id: collectionIds[position] ?? null,
						created_at: now,
						updated_at: now,
						updated_by_id: principal.userId,
					})),
				},
			},
			select: { id: true },
		});
		await refreshDesignSearch(tx, design.id);
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "design",
			object_id: design.id,
			design_id: design.id,
			organization_id: principal.organizationId,
			status_after: "in_design",
		});
		return loadDesignDetail(tx, principal, design.id);
	});
}
