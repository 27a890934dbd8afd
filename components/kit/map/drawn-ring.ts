import { divideEdges } from "@/lib/rules/geofences/divide-edges";
import type { Position } from "@/lib/rules/geofences/geofence";

/** A ring anticlockwise, or clockwise for a hole. */
export function turned(ring: Position[], hole: boolean): Position[] {
	let sum = 0;
	for (const [place, [longitude, latitude]] of ring.entries()) {
		const [x, y] = ring[place - 1] ?? [longitude, latitude];
		sum += (longitude - x) * (latitude + y);
	}
	return sum > 0 !== hole ? [...ring].reverse() : ring;
}

const RADIANS = Math.PI / 180;
const LAST_LATITUDE = 85.051129;
const PIECES_AT_MOST = 512;

/**
 * A ring with corners on the way of long edges: edges are straight in degrees, but maps draw
 * straight lines on the projection, which are off by more than the tolerance (degrees) between.
 */
export function bent(ring: Position[], tolerance: number): Position[] {
	if (ring.every(([east, north], at) => at === 0 || isStraight(ring[at - 1] as Position, east, north, tolerance)))
		return ring;
	return divideEdges(ring, ([west, south], [east, north]) => piecesOf(Math.abs(east - west), south, north, tolerance));
}

const isStraight = ([west, south]: Position, east: number, north: number, tolerance: number) =>
	piecesOf(Math.abs(east - west), south, north, tolerance) === 1;

/** How often an edge is divided, by how far its middle is off. */
function piecesOf(width: number, south: number, north: number, tolerance: number): number {
	const height = Math.abs(north - south) * RADIANS;
	if (width === 0 || height === 0) return 1;
	const farthest = Math.min(LAST_LATITUDE, Math.max(Math.abs(south), Math.abs(north))) * RADIANS;
	const bend = Math.tan(farthest) / Math.cos(farthest);
	const off = Math.min((bend * height * height) / 8 / RADIANS, width);
	return Math.min(PIECES_AT_MOST, Math.max(1, Math.ceil(Math.sqrt(off / tolerance))));
}
