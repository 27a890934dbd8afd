import type { Position } from "@/lib/rules/geofences/geofence";

const RADIANS = Math.PI / 180;
/** Mean radius of the earth in meters, as targeting files use it. */
export const EARTH_RADIUS = 6_371_008.8;

/** Great-circle distance in meters. */
export function distanceBetween([aLon, aLat]: Position, [bLon, bLat]: Position): number {
	const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
	const chord = half(bLat - aLat) + Math.cos(aLat * RADIANS) * Math.cos(bLat * RADIANS) * half(bLon - aLon);
	return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}
