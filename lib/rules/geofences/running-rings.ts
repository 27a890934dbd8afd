import { toPolygonParts } from "@/lib/formats/polygon-parts";
import { unwrapRing } from "@/lib/formats/unwrap-ring";
import { evenOddArea } from "./even-odd";
import type { Position, Ring } from "./geofence";

/**
 * The rings of a polygon with longitudes that run on beyond 180 rather than jump (`unwrapRing`);
 * each hole lies by turns of 360 degrees where the outline is, if it fits there.
 */
export function runningRings(rings: readonly Ring[]): Position[][] {
	const [outline, ...holes] = rings.map(runningRing);
	if (outline === undefined) return [];
	if (holes.length === 0) return [outline];
	const [west, east] = extent(outline);
	return [
		outline,
		...holes.map((hole) => {
			const turns = Math.ceil((west - extent(hole)[0]) / 360) * 360;
			return turns !== 0 && extent(hole)[1] + turns <= east
				? hole.map(([longitude, latitude]): Position => [longitude + turns, latitude])
				: hole;
		}),
	];
}

/** A ring with longitudes that run on. */
export function runningRing(ring: Ring): Position[] {
	const { longitudes, latitudes, windows } = unwrapRing(ring);
	return longitudes.map((longitude, index) => [
		longitude + 360 * (windows[index] as number),
		latitudes[index] as number,
	]);
}

/** West and east of a ring that runs on. */
export function extent(ring: readonly Position[]): [west: number, east: number] {
	let [west, east] = [Infinity, -Infinity];
	for (const [longitude] of ring) {
		west = Math.min(west, longitude);
		east = Math.max(east, longitude);
	}
	return [west, east];
}

/** Share of a polygon's area that rounding may add. */
const ROUNDING = 1e-9;

/**
 * Whether rings that run on are an outline that does not cross itself and holes within it: what
 * anybody draws in the same way. Else the even-odd rule decides what they cover, and its area
 * differs from that of the outline without those of the holes.
 */
export function isPlain(running: readonly (readonly Position[])[]): boolean {
	const [outline = 0, ...holes] = running.map(areaWithin);
	const [west, east] = extent(running[0] ?? []);
	if (east - west > 360) return false;
	const holesFit = running.slice(1).every((hole) => extent(hole)[0] >= west && extent(hole)[1] <= east);
	if (!holesFit) return false;
	const area = evenOddArea(running.map((ring) => ring.flat()));
	const expected = holes.reduce((sum, hole) => sum - hole, outline);
	// A shape that takes too long to be taken apart is drawn as it is.
	return area === null || Math.abs(area - expected) <= outline * ROUNDING;
}

/** Square degrees within a ring that does not cross itself. */
export function areaWithin(ring: readonly Position[]): number {
	const [x0, y0] = ring[0] ?? [0, 0];
	let sum = 0;
	for (let i = 1; i < ring.length; i += 1) {
		const [[ax, ay], [bx, by]] = [ring[i - 1] as Position, ring[i] as Position];
		sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
	}
	return Math.abs(sum) / 2;
}

/** The area of a polygon's rings by the even-odd rule, cut at the antimeridian. */
export const chainsOf = (rings: readonly Ring[]): number[][] => toPolygonParts(rings).flatMap(({ chains }) => chains);
