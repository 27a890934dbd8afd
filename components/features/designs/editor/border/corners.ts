import { checkFence } from "@/components/features/designs/editor/fence-text";
import { positionsOf } from "@/components/kit/map/packed-ring";
import { polygonsOf } from "@/lib/rules/geofences/covers";
import type { MultiPolygonGeofence, PolygonGeofence, Position, Ring } from "@/lib/rules/geofences/geofence";
import { wrapLongitude } from "@/lib/rules/geofences/normalize-position";

/** A polygon or several, whose corners are edited one at a time. */
export type AreaGeofence = PolygonGeofence | MultiPolygonGeofence;

/** Where a corner is: the polygon, its ring, and the place in the ring. */
export interface CornerPlace {
	polygon: number;
	ring: number;
	at: number;
}

/** A change of a corner: it moves, another one follows it, or it goes. */
export type CornerChange = { moved: Position } | { followed: Position } | "removed";

/** What has fewer positions is checked by the rules of the service: one corner can spoil it. */
const CHECKED_POSITIONS = 2_000;
const DECIMALS = 7;
const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));

const ringAt = (fence: AreaGeofence, { polygon, ring }: CornerPlace): Ring => polygonsOf(fence)[polygon]?.[ring] ?? [];

/** How many corners a fence has: the last position of a ring is the first one again. */
export const cornerCount = (fence: AreaGeofence): number =>
	positionsOf(fence) - polygonsOf(fence).reduce((rings, polygon) => rings + polygon.length, 0);

/** The place of a corner by its number, which counts from 1 through all rings; null beyond them. */
export function cornerPlace(fence: AreaGeofence, number: number): CornerPlace | null {
	let left = number - 1;
	if (!Number.isInteger(left) || left < 0) return null;
	for (const [polygon, rings] of polygonsOf(fence).entries()) {
		for (const [ring, positions] of rings.entries()) {
			if (left < positions.length - 1) return { polygon, ring, at: left };
			left -= positions.length - 1;
		}
	}
	return null;
}

export const cornerAt = (fence: AreaGeofence, place: CornerPlace): Position | undefined =>
	ringAt(fence, place)[place.at];

/** The corners before and after a corner in its ring. */
export function neighborsOf(fence: AreaGeofence, place: CornerPlace): [before: Position, after: Position] {
	const ring = ringAt(fence, place);
	const last = ring.length - 1;
	return [ring[(place.at + last - 1) % last] as Position, ring[place.at + 1] as Position];
}

/**
 * The fence with one corner changed; all other rings stay the same objects. Gives a sentence when
 * the service would refuse it.
 */
export function withCorner(fence: AreaGeofence, place: CornerPlace, change: CornerChange): AreaGeofence | string {
	const ring = changedRing(ringAt(fence, place), place.at, change);
	if (ring.length < 4) return "A polygon needs at least three corners.";
	const changed = withRing(fence, place, ring);
	// Of several parts one without an area would be dropped without a word.
	return problemOf(areaOf(ring)) ?? problemOf(changed) ?? changed;
}

function withRing(fence: AreaGeofence, place: CornerPlace, ring: Ring): AreaGeofence {
	const within = (rings: readonly Ring[]) => rings.map((own, at) => (at === place.ring ? ring : own));
	if (fence.geometry.type === "Polygon") {
		return { ...fence, geometry: { type: "Polygon", coordinates: within(fence.geometry.coordinates) } };
	}
	const coordinates = fence.geometry.coordinates.map((own, at) => (at === place.polygon ? within(own) : own));
	return { ...fence, geometry: { type: "MultiPolygon", coordinates } };
}

const areaOf = (ring: Ring): AreaGeofence => ({
	type: "Feature",
	properties: {},
	geometry: { type: "Polygon", coordinates: [ring] },
});

function changedRing(ring: Ring, at: number, change: CornerChange): Ring {
	const open = ring.slice(0, -1);
	const position = (of: Position): Position => [round(wrapLongitude(of[0])), round(of[1])];
	if (change === "removed") open.splice(at, 1);
	else if ("moved" in change) open[at] = position(change.moved);
	else open.splice(at + 1, 0, position(change.followed));
	const [first] = open;
	if (first !== undefined) open.push([first[0], first[1]]);
	return open;
}

function problemOf(fence: AreaGeofence): string | null {
	if (positionsOf(fence) > CHECKED_POSITIONS) return null;
	const checked = checkFence(fence);
	return typeof checked === "string" ? checked : null;
}
