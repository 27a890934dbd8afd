import { isCircle, polygonsOf } from "@/lib/rules/geofences/covers";
import { trapezoidsOf } from "@/lib/rules/geofences/even-odd";
import type { Bounds, Geofence, Position } from "@/lib/rules/geofences/geofence";
import { chainsOf, isPlain, runningRings } from "@/lib/rules/geofences/running-rings";
import { circleRing } from "./circle";
import { bent, turned } from "./drawn-ring";
import { DRAWN_AT_MOST, largeShape } from "./large-shape";
import { isLarge } from "./packed-ring";
import { simplifyRing } from "./simplify-ring";

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

/** What part of a large fence is drawn, and with how many positions at most. */
export interface ShapeBounds {
	/** West, south, east, north of what is seen; the west may lie beyond -180. Null for everything. */
	seen: Bounds | null;
	atMost?: number;
}

/**
 * A fence as an area: circles true in meters, polygons with no more corners than their size on the
 * screen shows. Covers what lookups find: rings that cross are taken apart by the even-odd rule.
 */
export function fenceShape(
	fence: Geofence,
	pixels: number,
	degreesPerPixel: number,
	{ seen, atMost = DRAWN_AT_MOST }: ShapeBounds = { seen: null },
): FenceShape {
	if (isCircle(fence)) {
		const [longitude, latitude] = fence.geometry.coordinates;
		const corners = Math.max(12, Math.min(128, Math.ceil(Math.sqrt(pixels) * 3)));
		return { area: [[circleRing(longitude, latitude, fence.properties.radius, corners)]], outline: null };
	}
	if (isLarge(fence)) return largeShape(fence, degreesPerPixel, seen, atMost);
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

const partsCache = new WeakMap<Geofence, PartToDraw[]>();

function partsToDraw(fence: Geofence, pixels: number): PartToDraw[] {
	const known = partsCache.get(fence);
	if (known !== undefined) return known;
	const small = pixels < PLAIN_PIXELS;
	const parts = polygonsOf(fence).map((polygon): PartToDraw => {
		const rings = runningRings(polygon);
		return { rings, trapezoids: small || isPlain(rings) ? null : splitChains(chainsOf(polygon)) };
	});
	if (!small) partsCache.set(fence, parts);
	return parts;
}

function splitChains(chains: number[][]): Position[][] | null {
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
