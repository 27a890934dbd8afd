import { designVisibility } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { NotFoundError, UnavailableError } from "@/lib/rules/errors";
import { findDesignOrThrow } from "./find-design-or-throw";
import { accessAttributesOf } from "./load-designs";

export { readBareGeofenceTexts, readGeofenceTexts } from "@/lib/engine/geofences/chunks";

/**
 * Finds the geofences of a set, chunk by chunk in order.
 * @throws NotFoundError when the caller does not see the design's contents, or it has no such set
 */
export async function findSetGeofences(
	service: Service,
	principal: Principal,
	{ designId, setId }: { designId: string; setId: string },
): Promise<AsyncIterable<Uint8Array>> {
	const { record } = await findDesignOrThrow(service.prisma, principal, designId);
	const set = record.sets.find(({ id }) => id === setId);
	if (designVisibility(principal, accessAttributesOf(record)) !== "direct" || set === undefined)
		throw new NotFoundError("set not found");
	return readChunks(service, set.geofence_collection_id);
}

/** Geofences were replaced while they were read; another read gets the new ones. */
export class ReplacedError extends UnavailableError {}

/**
 * Reads the chunks of a collection one by one; none for a set without geofences.
 * @throws ReplacedError when the collection is removed while it is read, as a part must not pass
 *   for the whole
 */
export async function* readChunks(service: Service, collectionId: string | null): AsyncGenerator<Uint8Array> {
	if (collectionId === null) return;
	for (let position = 0; ; position += 1) {
		const chunk = await service.prisma.geofenceChunk.findUnique({
			where: { collection_id_position: { collection_id: collectionId, position } },
			select: { content: true },
		});
		if (chunk === null) break;
		yield chunk.content;
	}
	if ((await service.prisma.geofenceCollection.count({ where: { id: collectionId } })) > 0) return;
	throw new ReplacedError("the geofences were replaced while they were read: request them again");
}
