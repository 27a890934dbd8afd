import { polygonsOf } from "./covers";
import type { Geofence, Ring } from "./geofence";
import { extent, runningRing } from "./running-rings";

/**
 * Degrees of longitude that a geofence covers across the antimeridian, or its widest polygon that
 * does; null when none crosses it.
 */
export function widthAcrossAntimeridian(geofence: Geofence): number | null {
	let widest: number | null = null;
	for (const rings of polygonsOf(geofence)) {
		for (const ring of rings.filter(hasJump)) {
			const [west, east] = extent(runningRing(ring));
			const crosses = (west < 180 && east > 180) || (west < -180 && east > -180);
			if (crosses) widest = Math.max(widest ?? 0, east - west);
		}
	}
	return widest;
}

/** Most rings have none, and need not be unwrapped. */
function hasJump(ring: Ring): boolean {
	return ring.some(([longitude], index) => Math.abs(longitude - (ring[index - 1]?.[0] ?? longitude)) > 180);
}
