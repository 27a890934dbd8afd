import { isCircle, polygonsOf } from "@/lib/rules/geofences/covers";
import { divideEdges } from "@/lib/rules/geofences/divide-edges";
import { trapezoidsOf } from "@/lib/rules/geofences/even-odd";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { chainsOf, isPlain, runningRings } from "@/lib/rules/geofences/running-rings";
import { circleRing } from "./circle";
import { simplifyRing } from "./simplify";

/** From this size on the screen (pixels) a polygon is drawn corner by corner. */
const EXACT_PIXELS = 400;
/** Below this size the effect of crossing rings is invisible. */
const PLAIN_PIXELS = 24;

/** What of a fence is drawn, true in degrees: an edge has corners on the way where maps bend it. */
export interface FenceShape {
	/** Polygons that do not overlap: an outline, anticlockwise, and holes within it, clockwise. */
	area: Position[][][];
	/** The rings, where the polygons have edges that the fence has not; else null. */
	outline: Position[][] | null;
}

/**
 * A fence as an area: circles true in meters, polygons with no more corners than their size on the
 * screen shows. Covers what lookups find: rings that cross are taken apart by the even-odd rule.
 */
export function fenceShape(fence: Geofence, pixels: number, degreesPerPixel: number): FenceShape {
	if (isCircle(fence)) {
		const [longitude, latitude] = fence.geometry.coordinates;
		const corners = Math.max(12, Math.min(128, Math.ceil(Math.sqrt(pixels) * 3)));
		return { area: [[circleRing(longitude, latitude, fence.properties.radius, corners)]], outline: null };
	}
	const parts = partsToDraw(fence, pixels);
	const fine = (ring: Position[]) =>
		bent(pixels >= EXACT_PIXELS ? ring : simplifyRing(ring, degreesPerPixel / 2), degreesPerPixel / 2);
	const plain = parts.every(({ trapezoids }) => trapezoids === null);
	return {
		area: parts.flatMap(({ rings, trapezoids }) =>
			trapezoids === null
				? [rings.map((ring, place) => turned(fine(ring), place > 0))]
				: trapezoids.map((ring) => [bent(ring, degreesPerPixel / 2)]),
		),
		outline: plain ? null : parts.flatMap(({ rings }) => rings.map(fine)),
	};
}

/** A polygon with rings that run on; what they cover, taken apart, unless it is plain to see. */
interface PartToDraw {
	rings: Position[][];
	trapezoids: Position[][] | null;
}

const knownParts = new WeakMap<Geofence, PartToDraw[]>();

function partsToDraw(fence: Geofence, pixels: number): PartToDraw[] {
	const known = knownParts.get(fence);
	if (known !== undefined) return known;
	const small = pixels < PLAIN_PIXELS;
	const parts = polygonsOf(fence).map((polygon): PartToDraw => {
		const rings = runningRings(polygon);
		return { rings, trapezoids: small || isPlain(rings) ? null : takenApart(chainsOf(polygon)) };
	});
	if (!small) knownParts.set(fence, parts);
	return parts;
}

function takenApart(chains: number[][]): Position[][] | null {
	const trapezoids = trapezoidsOf(chains);
	if (trapezoids === null) return null;
	return trapezoids.map(({ south, north, west, east }): Position[] => [
		[west[0], south],
		[east[0], south],
		[east[1], north],
		[west[1], north],
		[west[0], south],
	]);
}

/** A ring anticlockwise, or clockwise for a hole. */
function turned(ring: Position[], hole: boolean): Position[] {
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
function bent(ring: Position[], tolerance: number): Position[] {
	return divideEdges(ring, ([west, south], [east, north]) => piecesOf(Math.abs(east - west), south, north, tolerance));
}

/** How often an edge is divided, by how far its middle is off. */
function piecesOf(width: number, south: number, north: number, tolerance: number): number {
	const height = Math.abs(north - south) * RADIANS;
	if (width === 0 || height === 0) return 1;
	const farthest = Math.min(LAST_LATITUDE, Math.max(Math.abs(south), Math.abs(north))) * RADIANS;
	const bend = Math.tan(farthest) / Math.cos(farthest);
	const off = Math.min((bend * height * height) / 8 / RADIANS, width);
	return Math.min(PIECES_AT_MOST, Math.max(1, Math.ceil(Math.sqrt(off / tolerance))));
}
