import type { Bounds } from "@/lib/rules/geofences/geofence";
import { type ClippedRing, sidesAt } from "./clip-ring";

/**
 * The corners of a ring that lie at least `tolerance` degrees from the one kept before: each of the
 * others is nearer to it. Takes one pass, whatever the ring looks like.
 * @param stretch how much longer a degree of latitude is drawn than one of longitude
 * @param within the box that the ring was cut at, whose edges stay edges of the box
 * @returns longitude and latitude of each corner; null where fewer than a triangle is left
 */
export function thinRing(
	{ corners, cut }: ClippedRing,
	tolerance: number,
	stretch: number,
	within: Bounds | null,
): number[] | null {
	const least = tolerance * tolerance;
	let [x, y] = [corners[0] as number, corners[1] as number];
	const sidesOf = (longitude: number, latitude: number) =>
		cut && within !== null ? sidesAt(longitude, latitude, within) : 0;
	let sides = sidesOf(x, y);
	const kept = [x, y];
	for (let at = 2; at < corners.length - 2; at += 2) {
		const longitude = corners[at] as number;
		const latitude = corners[at + 1] as number;
		const on = sidesOf(longitude, latitude);
		if (on === sides && (longitude - x) ** 2 + ((latitude - y) * stretch) ** 2 < least) continue;
		kept.push(longitude, latitude);
		[x, y, sides] = [longitude, latitude, on];
	}
	if (kept.length < 6) return null;
	kept.push(kept[0] as number, kept[1] as number);
	return kept;
}

/**
 * The lines of a ring that was cut at a box, without the edges that lie on the box.
 * @returns longitude and latitude of each corner of each line
 */
export function linesOf(ring: readonly number[], within: Bounds): number[][] {
	const lines: number[][] = [];
	let line: number[] = [];
	let sides = 0;
	for (let at = 0; at < ring.length; at += 2) {
		const [x, y] = [ring[at] as number, ring[at + 1] as number];
		const here = sidesAt(x, y, within);
		if ((sides & here) !== 0) {
			if (line.length > 2) lines.push(line);
			line = [];
		}
		line.push(x, y);
		sides = here;
	}
	if (line.length > 2) lines.push(line);
	return lines;
}
