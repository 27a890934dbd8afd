import { isLarge } from "@/components/kit/map/packed-ring";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { hashOfGeometry } from "@/lib/rules/geofences/geometry-hashes";

/** A large geometry is hashed once: an edit makes another object of it. */
const hashes = new WeakMap<Geofence["geometry"], number>();

function hashOf(fence: Geofence): number {
	const known = hashes.get(fence.geometry) ?? hashOfGeometry(fence);
	hashes.set(fence.geometry, known);
	return known;
}

/** The same for two geofences that say the same. */
export const keyOf = (fence: Geofence): string =>
	isLarge(fence)
		? JSON.stringify([fence.id, fence.geometry.type, hashOf(fence), fence.properties])
		: JSON.stringify([fence.id, fence.geometry, fence.properties]);
