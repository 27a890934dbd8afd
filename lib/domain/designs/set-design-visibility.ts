import type { DesignDetail } from "@/lib/contract/design";
import type { DesignVisibility } from "@/lib/contract/sharing";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { claimSharing } from "./claim-sharing";
import { loadDesignDetail } from "./get-design-detail";

/**
 * `PUT /api/designs/<id>/visibility`: replaces the design's visibility tags, without duplicates and
 * in the given order (docs/contract.md, Visibility tags).
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function setDesignVisibility(
	service: Service,
	principal: Principal,
	designId: string,
	{ tags }: DesignVisibility,
	expectation: { readonly revision?: number } = {},
): Promise<DesignDetail> {
	return transact(service.prisma, async (tx) => {
		const record = await claimSharing(service, tx, principal, designId, expectation.revision);
		const visibilityTags = [...new Set(tags)];
		await tx.design.update({
			where: { id: designId },
			data: { visibility_tags: visibilityTags },
			select: { id: true },
		});
		await recordEvent(service, tx, principal, {
			action: "set_visibility",
			object_type: "design",
			object_id: designId,
			design_id: designId,
			organization_id: record.owner_org_id,
			detail: { from: record.visibility_tags, to: visibilityTags },
		});
		return loadDesignDetail(tx, principal, designId);
	});
}
