import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { dropReplacedGeofences } from "@/lib/domain/designs/store-geofences";
import type { Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { categories } from "./categories";

/**
 * `DELETE /api/place-categories/<id>`: removes a category with its places.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function deleteCategory(
	service: Service,
	principal: Principal,
	id: string,
	expected: Expectation,
): Promise<{ id: string }> {
	const collectionId = await transact(service.prisma, async (tx) => {
		const { name, geofence_collection_id } = await categories.findForChange(tx, principal, id, expected);
		await tx.placeCategory.delete({ where: { id }, select: { id: true } });
		await recordEvent(service, tx, principal, {
			action: "delete",
			object_type: "place_category",
			object_id: id,
			detail: { name },
		});
		return geofence_collection_id;
	});
	if (collectionId !== null) await dropReplacedGeofences(service, [collectionId]);
	return { id };
}
