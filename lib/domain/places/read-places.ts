import { readChunks } from "@/lib/domain/designs/read-set-geofences";
import type { Service } from "@/lib/platform/service";
import { findCategory } from "./find-category";

/**
 * `GET /api/place-categories/<id>/places`: the places of a category as geofences, chunk by chunk.
 * @throws NotFoundError
 */
export async function readPlaces(service: Service, categoryId: string): Promise<AsyncIterable<Uint8Array>> {
	const { geofence_collection_id: geofenceCollectionId } = await findCategory(service.prisma, categoryId);
	return readChunks(service, geofenceCollectionId);
}
