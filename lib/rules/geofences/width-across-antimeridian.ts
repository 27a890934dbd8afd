import { polygonsOf } from "./covers";
import type { Geofence, Ring } from "./geofence";
import { extent, runningRing } from "./running-rings";

/**
 * Degrees of longitude that a geofence covers by steps that are the short way across the
 * antimeridian, or its widest polygon that has one; null without. A ring that only comes to the
 * antimeridian counts, too: a box from -180 to 179 was hardly meant to be a degree wide.
 */
export function widthAcrossAntimeridian(geofence: Geofence): number | null {
	let widest: number | null = null;
	for (const rings of polygonsOf(geofence)) {
		for (const ring of rings.filter(hasJump)) {
			const [west, east] = extent(runningRing(ring));
			widest = Math.max(widest ?? 0, east - west);
		}
	}
	return widest;
}

/** Most rings have none, and need not be unwrapped. A step of 360 degrees is a whole parallel. */
function hasJump(ring: Ring): boolean {
	return ring.some(([longitude], index) => {
		const step = Math.abs(longitude - (ring[index - 1]?.[0] ?? longitude));
		return step > 180 && step < 360;
	});
}
