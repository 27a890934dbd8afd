import type { Bounds } from "@/lib/rules/geofences/geofence";
import type { PackedRing } from "./packed-ring";

/** A ring, or its part within a box. */
export interface ClippedRing {
	/** Longitude and latitude of each corner, closed; empty where nothing lies within the box. */
	corners: ArrayLike<number>;
	/** Whether some of its edges lie on the box and are not the ring's. */
	cut: boolean;
}

/**
 * The part of a ring within a box (Sutherland and Hodgman). Where the ring leaves the box, an edge
 * on the box leads to where it comes back.
 */
export function clipRing({ corners, box }: PackedRing, within: Bounds): ClippedRing {
	if (box[2] < within[0] || box[0] > within[2] || box[3] < within[1] || box[1] > within[3]) {
		return { corners: [], cut: true };
	}
	let clipped: ArrayLike<number> = corners;
	if (box[0] < within[0]) clipped = cutAt(clipped, 0, within[0], 1);
	if (box[2] > within[2]) clipped = cutAt(clipped, 0, within[2], -1);
	if (box[1] < within[1]) clipped = cutAt(clipped, 1, within[1], 1);
	if (box[3] > within[3]) clipped = cutAt(clipped, 1, within[3], -1);
	return { corners: clipped, cut: clipped !== corners };
}

/** The part of a ring on one side of a line: `axis` 0 for a meridian, `side` 1 for beyond it. */
function cutAt(ring: ArrayLike<number>, axis: 0 | 1, limit: number, side: 1 | -1): number[] {
	const kept: number[] = [];
	let [x0, y0] = [ring[0] as number, ring[1] as number];
	let before = ((axis === 0 ? x0 : y0) - limit) * side >= 0;
	for (let at = 2; at < ring.length; at += 2) {
		const x1 = ring[at] as number;
		const y1 = ring[at + 1] as number;
		const here = ((axis === 0 ? x1 : y1) - limit) * side >= 0;
		if (here !== before) {
			if (axis === 0) kept.push(limit, y0 + ((limit - x0) / (x1 - x0)) * (y1 - y0));
			else kept.push(x0 + ((limit - y0) / (y1 - y0)) * (x1 - x0), limit);
		}
		if (here) kept.push(x1, y1);
		[x0, y0, before] = [x1, y1, here];
	}
	if (kept.length > 0) kept.push(kept[0] as number, kept[1] as number);
	return kept;
}

/** The sides of a box that a position lies on, a bit each. */
export function sidesAt(x: number, y: number, [west, south, east, north]: Bounds): number {
	return (x === west ? 1 : 0) | (x === east ? 2 : 0) | (y === south ? 4 : 0) | (y === north ? 8 : 0);
}
