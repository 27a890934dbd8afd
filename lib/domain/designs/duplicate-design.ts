import type { DesignDetail } from "@/lib/contract/design";
import type { DuplicateDesign } from "@/lib/contract/design-bodies";
import { mayCreateDesign } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { refreshDesignSearch } from "@/lib/domain/lists/refresh-documents";
import type { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError, InvalidStateError } from "@/lib/rules/errors";
import { cutText } from "@/lib/rules/text/cut-text";
import { designPermissionsOf } from "./design-permissions-of";
import { findDesignOrThrow } from "./find-design-or-throw";
import { loadDesignDetail } from "./get-design-detail";
import { accessAttributesOf } from "./load-designs";

const SUFFIX = " (copy)";
const LONGEST_NAME = 200;

/**
 * `POST /api/designs/<id>/duplicate`: creates a design of the caller with the same sets and
 * contents. Both designs refer to the same geofence collections, which are immutable. Price,
 * sharing, tags and builds are not copied.
 * @throws NotFoundError
 * @throws ForbiddenError when the caller sees the original through a target only or may not create
 *   designs
 * @throws InvalidStateError for a design with an external build, which has no contents
 */
export async function duplicateDesign(
	service: Service,
	principal: Principal,
	designId: string,
	{ name }: DuplicateDesign,
): Promise<DesignDetail> {
	return transact(service.prisma, async (tx) => {
		// Locked, because an edit removes the geofences that it replaces once no set refers to
		// them.
		await tx.$queryRaw`SELECT 1 FROM designs WHERE id = ${designId}::uuid FOR SHARE`;
		const { record } = await findDesignOrThrow(tx, principal, designId);
		if (!mayCreateDesign(principal))
			throw new ForbiddenError("this credential does not permit the creation of designs");
		if (!designPermissionsOf(principal, accessAttributesOf(record)).duplicate) {
			throw new ForbiddenError("a design that is visible through a target only cannot be copied");
		}
		if (record.external_build) {
			throw new InvalidStateError("the design has an external build: it has no contents to copy");
		}
		const now = service.now();
		const copy = await tx.design.create({
			data: {
				name: name ?? cutText(record.name, LONGEST_NAME - SUFFIX.length) + SUFFIX,
				type: record.type,
				owner_id: principal.userId,
				owner_org_id: principal.organizationId,
				design_size: record.design_size,
				created_at: now,
				updated_at: now,
				sets: {
					create: record.sets.map(
						({
							position,
							name: setName,
							targeting_code: targetingCode,
							audience,
							geofence_collection_id: geofenceCollectionId,
							poi_query: query,
							poi_release_id: releaseId,
						}) => ({
							position,
							name: setName,
							targeting_code: targetingCode,
							...(audience === null ? {} : { audience: audience as Prisma.InputJsonValue }),
							geofence_collection_id: geofenceCollectionId,
							...(query === null ? {} : { poi_query: query as Prisma.InputJsonValue }),
							poi_release_id: releaseId,
							created_at: now,
							updated_at: now,
							updated_by_id: principal.userId,
						}),
					),
				},
			},
			select: { id: true },
		});
		await refreshDesignSearch(tx, copy.id);
		await recordEvent(service, tx, principal, {
			action: "create",
			object_type: "design",
			object_id: copy.id,
			design_id: copy.id,
			organization_id: principal.organizationId,
			status_after: "in_design",
			// Without the name of the other design, which readers of the copy may not see.
			detail: { copy_of: designId },
		});
		return loadDesignDetail(tx, principal, copy.id);
	});
}
