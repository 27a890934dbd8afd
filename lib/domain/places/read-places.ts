import type { Principal } from "@/lib/domain/access/principal";
import { readChunks } from "@/lib/domain/designs/read-set-geofences";
import type { Service } from "@/lib/platform/service";
import { categories } from "./categories";

/**
 * `GET /api/place-categories/<id>/places`: the places of a category as geofences, chunk by chunk.
 * @throws NotFoundError
 */
export async function readPlaces(
	service: Service,
	principal: Principal,
	id: string,
): Promise<AsyncIterable<Uint8Array>> {
	const { geofence_collection_id } = await categories.find(service.prisma, principal, id);
	return readChunks(service, geofence_collection_id);
}
