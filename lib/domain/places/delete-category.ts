import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { dropReplacedGeofences } from "@/lib/domain/designs/store-geofences";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { findCategoryForChange } from "./find-category";

/**
 * `DELETE /api/place-categories/<id>`: removes a category with its places.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 */
export async function deleteCategory(
	service: Service,
	principal: Principal,
	id: string,
	{ revision }: { readonly revision?: number | undefined },
): Promise<{ id: string }> {
	const collectionId = await transact(service.prisma, async (tx) => {
		const { name, geofence_collection_id: geofenceCollectionId } = await findCategoryForChange(
			tx,
			principal,
			id,
			revision,
		);
		await tx.placeCategory.delete({ where: { id }, select: { id: true } });
		await recordEvent(service, tx, principal, {
			action: "delete",
			object_type: "place_category",
			object_id: id,
			detail: { name },
		});
		return geofenceCollectionId;
	});
	if (collectionId !== null) await dropReplacedGeofences(service, [collectionId]);
	return { id };
}
