import { uniteBounds } from "@/lib/rules/geofences/bounds";
import { isCircle, type PackedPart, polygonsOf } from "@/lib/rules/geofences/covers";
import type { Bounds, Geofence, Position, Ring } from "@/lib/rules/geofences/geofence";
import { runningRing } from "@/lib/rules/geofences/running-rings";

/** A ring in numbers, which are passed over a hundred times as fast as its positions. */
export interface PackedRing {
	/** Longitude and latitude of each corner; longitudes run on beyond 180 rather than jump. */
	readonly corners: Float64Array;
	/** West, south, east, north. */
	readonly box: Bounds;
	/** Whether its longitudes jump at the antimeridian as they are stored. */
	readonly jumps: boolean;
}

/** A polygon of more positions is drawn from packed rings. */
export const LARGE_POSITIONS = 1_000;

/** An edit of one ring leaves the others of a fence as they are: each is packed once. */
const packedRings = new WeakMap<Ring, PackedRing>();

export function packRing(ring: Ring): PackedRing {
	const known = packedRings.get(ring);
	if (known !== undefined) return known;
	const packed = isJumping(ring) ? packPositions(runningRing(ring), true) : packPositions(ring, false);
	packedRings.set(ring, packed);
	return packed;
}

/** Bounds in variables: every position of a border passes through here. */
function packPositions(positions: readonly Position[], jumps: boolean): PackedRing {
	const corners = new Float64Array(positions.length * 2);
	let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
	for (let at = 0; at < positions.length; at += 1) {
		const position = positions[at] as Position;
		const longitude = position[0];
		const latitude = position[1];
		corners[at * 2] = longitude;
		corners[at * 2 + 1] = latitude;
		if (longitude < west) west = longitude;
		if (latitude < south) south = latitude;
		if (longitude > east) east = longitude;
		if (latitude > north) north = latitude;
	}
	return { corners, box: [west, south, east, north], jumps };
}

/** Whether longitudes jump at the antimeridian. */
function isJumping(ring: Ring): boolean {
	let before = ring[0]?.[0] ?? 0;
	for (let at = 1; at < ring.length; at += 1) {
		const longitude = (ring[at] as Position)[0];
		if (longitude - before > 180 || before - longitude > 180) return true;
		before = longitude;
	}
	return false;
}

/** The packed rings of a polygon; each hole lies by turns where the outline is, if it fits there. */
export function packPolygon(polygon: readonly Ring[]): PackedRing[] {
	const [outline, ...holes] = polygon.map(packRing);
	if (outline === undefined) return [];
	const [west, , east] = outline.box;
	return [
		outline,
		...holes.map((hole) => {
			const turns = Math.ceil((west - hole.box[0]) / 360) * 360;
			if (turns === 0 || hole.box[2] + turns > east) return hole;
			const [left, south, right, north] = hole.box;
			return {
				corners: hole.corners.map((value, at) => (at % 2 === 0 ? value + turns : value)),
				box: [left + turns, south, right + turns, north] satisfies Bounds,
				jumps: true,
			};
		}),
	];
}

/**
 * What a targeting file keeps of a large polygon, from its packed rings; null where some are cut at
 * the antimeridian.
 */
export function packedParts(fence: Geofence): PackedPart[] | null {
	const polygons = polygonsOf(fence).map(packPolygon);
	if (polygons.some((rings) => rings.some(({ jumps }) => jumps))) return null;
	return polygons.map((rings) => {
		const [west, south, east, north] = rings.map(({ box }) => box).reduce(uniteBounds);
		return { box: { west, south, east, north }, chains: rings.map(({ corners }) => corners) };
	});
}

/** Positions of all rings; none of a circle. */
export function positionsOf(fence: Geofence): number {
	if (isCircle(fence)) return 0;
	let positions = 0;
	for (const rings of polygonsOf(fence)) for (const ring of rings) positions += ring.length;
	return positions;
}

export const isLarge = (fence: Geofence): boolean => positionsOf(fence) > LARGE_POSITIONS;

/** Like `spanOf`, of a large polygon whose rings are mostly packed already. */
export function spanOfLarge(fence: Geofence): Bounds {
	const span: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
	for (const { box } of polygonsOf(fence).flatMap(packPolygon)) {
		span[0] = Math.min(span[0], box[0]);
		span[1] = Math.min(span[1], box[1]);
		span[2] = Math.max(span[2], box[2]);
		span[3] = Math.max(span[3], box[3]);
	}
	return span[2] - span[0] > 360 ? [-180, span[1], 180, span[3]] : span;
}
