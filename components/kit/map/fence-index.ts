import { spanOf } from "@/lib/rules/geofences/bounds";
import { covers, isCircle, type PackedPart, partsOf } from "@/lib/rules/geofences/covers";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { EARTH_RADIUS } from "./distance";
import { isLarge, packedParts, spanOfLarge } from "./packed-ring";

const RADIANS = Math.PI / 180;

/**
 * The fences of all sets of a design, packed so that one pass over numbers finds those in view: a
 * hundred thousand take about a millisecond. Rows follow the sets, and within a set its own order.
 */
export interface FenceIndex {
	count: number;
	fences: readonly Geofence[];
	/** Row of the first fence of each set; one more entry ends the last set. */
	starts: readonly number[];
	/** Place in the design of each fence's set. */
	sets: Uint16Array;
	/** West, south, east, north of each fence in degrees; the east may run beyond 180. */
	boxes: Float64Array;
	/** Middle of each fence on the square of the Web Mercator projection, 0 to 1. */
	xs: Float64Array;
	ys: Float64Array;
	/** How many each row stands for, where its fences are not at hand; one each without it. */
	counts?: readonly number[];
}

/** Longitude on the square of the projection, 0 to 1. */
export const projectX = (longitude: number): number => (longitude + 180) / 360;

/** Latitude on the square of the projection, 0 (north) to 1. */
export function projectY(latitude: number): number {
	const bounded = Math.max(-85.051129, Math.min(85.051129, latitude)) * RADIANS;
	return 0.5 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / (2 * Math.PI);
}

/** Meters of a circle. */
export const circleRadius = (fence: Geofence): number => ("radius" in fence.properties ? fence.properties.radius : 0);

/** The numbers of one set's fences, as they stand in an index. */
type Packed = Pick<FenceIndex, "boxes" | "xs" | "ys">;

/** Cached per set, so that a new or edited set does not repack all others. */
const packedSets = new WeakMap<readonly Geofence[], Packed>();

function packSet(fences: readonly Geofence[]): Packed {
	const known = packedSets.get(fences);
	if (known !== undefined) return known;
	const count = fences.length;
	const packed = { boxes: new Float64Array(count * 4), xs: new Float64Array(count), ys: new Float64Array(count) };
	for (const [row, fence] of fences.entries()) {
		if (!packPlainCircle(packed.boxes, row * 4, fence)) {
			packed.boxes.set(isLarge(fence) ? spanOfLarge(fence) : spanOf(fence), row * 4);
		}
		const [west, south, east, north] = boxOf(packed, row);
		packed.xs[row] = projectX((west + east) / 2);
		packed.ys[row] = (projectY(south) + projectY(north)) / 2;
	}
	packedSets.set(fences, packed);
	return packed;
}

/** Degrees beyond a circle's rim, as `spanOf` has them. */
const MARGIN = 1e-8;

/**
 * Packs the box of a circle that is far from the poles and the antimeridian, as nearly all are. The
 * same as `spanOf` but for the last digits, for a tenth of its time.
 */
function packPlainCircle(boxes: Float64Array, at: number, fence: Geofence): boolean {
	if (!isCircle(fence)) return false;
	const longitude = fence.geometry.coordinates[0];
	const latitude = fence.geometry.coordinates[1];
	const angle = fence.properties.radius / EARTH_RADIUS;
	const height = angle / RADIANS + MARGIN;
	if (Math.abs(latitude) + height > 85) return false;
	const width = Math.asin(Math.sin(angle) / Math.cos(latitude * RADIANS)) / RADIANS + MARGIN;
	if (!(Math.abs(longitude) + width < 180)) return false;
	boxes[at] = longitude - width;
	boxes[at + 1] = latitude - height;
	boxes[at + 2] = longitude + width;
	boxes[at + 3] = latitude + height;
	return true;
}

/**
 * Packs the fences of each set of a design, in its order; those of a set that is not at hand are
 * left out.
 */
export function buildFenceIndex(sets: readonly (readonly Geofence[] | null | undefined)[]): FenceIndex {
	const fences = sets.flatMap((set) => set ?? []);
	const starts: number[] = [];
	const index: FenceIndex = {
		count: fences.length,
		fences,
		starts,
		sets: new Uint16Array(fences.length),
		boxes: new Float64Array(fences.length * 4),
		xs: new Float64Array(fences.length),
		ys: new Float64Array(fences.length),
	};
	let row = 0;
	for (const [place, set] of sets.entries()) {
		starts.push(row);
		if (!set) continue;
		const { boxes, xs, ys } = packSet(set);
		index.sets.fill(place, row, row + set.length);
		index.boxes.set(boxes, row * 4);
		index.xs.set(xs, row);
		index.ys.set(ys, row);
		row += set.length;
	}
	starts.push(row);
	return index;
}

/** West, south, east and north of a fence. */
export function boxOf({ boxes }: Pick<FenceIndex, "boxes">, row: number): [number, number, number, number] {
	const at = row * 4;
	return [boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0];
}

/** West, south, east and north of a single fence. */
export const boxOfFence = (fence: Geofence): [number, number, number, number] => boxOf(buildFenceIndex([[fence]]), 0);

/** The smallest box around the first so many fences, all unless stated; null when there is none. */
export function boxAround(index: FenceIndex, count = index.count): [number, number, number, number] | null {
	if (count === 0) return null;
	const around: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
	for (let at = 0; at < count * 4; at += 4) {
		around[0] = Math.min(around[0], index.boxes[at] ?? Infinity);
		around[1] = Math.min(around[1], index.boxes[at + 1] ?? Infinity);
		around[2] = Math.max(around[2], index.boxes[at + 2] ?? -Infinity);
		around[3] = Math.max(around[3], index.boxes[at + 3] ?? -Infinity);
	}
	return around;
}

/** Parts of fences under the pointer, which are few and needed repeatedly. */
const pointedParts = new WeakMap<Geofence, PackedPart[]>();

/** Whether a fence holds a position: the answer of a lookup. */
export function fenceHolds(fence: Geofence, [longitude, latitude]: Position): boolean {
	const place = longitude - 360 * Math.round(longitude / 360);
	if (isCircle(fence)) return covers(fence, latitude, place);
	const parts = pointedParts.get(fence) ?? (isLarge(fence) ? packedParts(fence) : null) ?? partsOf(fence);
	pointedParts.set(fence, parts);
	return covers(fence, latitude, place, parts);
}

/** The row of the smallest fence at a position; -1 where there is none. */
export function fenceAt(index: FenceIndex, position: Position): number {
	const [longitude, latitude] = position;
	let found = -1;
	let smallest = Infinity;
	for (let row = 0; row < index.count; row += 1) {
		const [west, south, east, north] = boxOf(index, row);
		if (latitude < south || latitude > north) continue;
		const turns = Math.ceil((west - longitude) / 360) * 360;
		if (longitude + turns > east) continue;
		const area = (east - west) * (north - south);
		const fence = index.fences[row];
		if (area >= smallest || fence === undefined || !fenceHolds(fence, position)) continue;
		found = row;
		smallest = area;
	}
	return found;
}
