import type { Geofence, Position } from "@/lib/rules/geofences/geofence";

/**
 * A place to try geofences with: the middle of the first circle or, without one, of the first
 * polygon; null for none.
 */
export function placeWithin(fences: readonly Geofence[]): Position | null {
	for (const { geometry } of fences) if (geometry.type === "Point") return geometry.coordinates;
	const first = fences[0]?.geometry;
	if (first?.type === "Polygon") return middle(first.coordinates[0] ?? []);
	return first?.type === "MultiPolygon" ? middle(first.coordinates[0]?.[0] ?? []) : null;
}

/**
 * The middle of a ring's corners, which lies within all but strange shapes; its last position
 * repeats the first.
 */
function middle(ring: readonly Position[]): Position | null {
	const corners = ring.slice(0, -1);
	if (corners.length === 0) return null;
	const mean = (axis: 0 | 1) => Number((corners.reduce((sum, at) => sum + at[axis], 0) / corners.length).toFixed(6));
	return [mean(0), mean(1)];
}
