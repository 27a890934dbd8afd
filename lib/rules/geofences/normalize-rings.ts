import { TargetingInputError } from "@/lib/formats/errors";
import { evenOddArea } from "./even-odd";
import { GEOFENCE_LIMITS, type Position, type Ring } from "./geofence";
import { judgeHoles } from "./judge-holes";
import { normalizeRing } from "./normalize-ring";
import { areaWithin, chainsOf, extent, runningRing } from "./running-rings";

/** Share of the box around a ring: an area below it is rounding. */
const NO_AREA = 1e-12;

/** Rings as they are stored, with the changes made to them. */
export interface NormalizedRings {
	polygons: Ring[][];
	/** a ring was closed */
	ringClosed?: true;
	/** a hole, or a polygon beside others, covered nothing and was dropped */
	partDropped?: true;
	/** a hole reaches over its outline or another hole */
	holeOutside?: true;
}

/**
 * Reads the rings of polygons, at most `GEOFENCE_LIMITS.positions` in all, and closes them. Drops
 * holes without area, and polygons that cover nothing when others do.
 * @returns rings reduced to longitude and latitude, or the reason for the rejection
 */
export function normalizeRings(polygons: readonly unknown[], path: string): NormalizedRings | string {
	const result: NormalizedRings = { polygons: [] };
	let positions = 0;
	let nothing = "";
	for (const [index, polygon] of polygons.entries()) {
		if (!Array.isArray(polygon) || polygon.length === 0) return `${path} must be a list of rings`;
		for (const ring of polygon as unknown[]) if (Array.isArray(ring)) positions += ring.length;
		if (positions > GEOFENCE_LIMITS.positions) {
			return `has more than ${GEOFENCE_LIMITS.positions.toLocaleString("en-US")} positions`;
		}
		const read = normalizePolygon(polygon, polygons.length === 1 ? "" : ` of polygon ${index + 1}`, result);
		if (typeof read === "string") return read;
		if ("rings" in read) result.polygons.push(read.rings);
		else if (nothing === "") nothing = read.nothing;
	}
	if (result.polygons.length === 0) return nothing;
	if (nothing !== "") result.partDropped = true;
	return result;
}

/** The rings that cover something, or why there are none, or the reason for a rejection. */
function normalizePolygon(
	polygon: readonly unknown[],
	where: string,
	result: NormalizedRings,
): { rings: Ring[] } | { nothing: string } | string {
	const rings: Ring[] = [];
	for (const [index, candidate] of polygon.entries()) {
		const path = `ring ${index + 1}${where}`;
		const read = normalizeRing(candidate, path);
		if (typeof read === "string") return read;
		const area = hasArea(read.ring);
		if (typeof area === "string") return `${path}: ${area}`;
		if (area) {
			rings.push(read.ring);
			if (read.closed) result.ringClosed = true;
		} else if (index === 0) {
			return {
				nothing: `${path} covers nothing: a ring must have at least three different positions that do not lie on one line`,
			};
		} else result.partDropped = true;
	}
	const holes = judgeHoles(rings);
	if (holes === "everything") return { nothing: `ring 1${where} covers nothing: its holes take all of it` };
	if (holes === "across") result.holeOutside = true;
	if (typeof holes !== "object") return { rings };
	return `ring ${holes.outside + 1}${where} lies outside of its outline, ring 1: make it a polygon of its own`;
}

/**
 * Whether a ring covers anything by the even-odd rule; the reason when a build could not read it.
 */
function hasArea(ring: Ring): boolean | string {
	if (ring.length < 4) return false;
	try {
		const running = runningRing(ring);
		const least = boxArea(running) * NO_AREA;
		if (areaWithin(running) > least && !edgesCancel(ring)) return true;
		const area = evenOddArea(chainsOf([ring]));
		// A shape that takes too long to be taken apart counts as covering an area.
		return area === null || area > least;
	} catch (error) {
		if (error instanceof TargetingInputError) return error.message;
		throw error;
	}
}

function boxArea(ring: readonly Position[]): number {
	const latitudes = ring.map(([, latitude]) => latitude);
	const [west, east] = extent(ring);
	return (east - west) * (latitudes.reduce((a, b) => Math.max(a, b)) - latitudes.reduce((a, b) => Math.min(a, b)));
}

/** Whether every edge goes there and back: then the hashes of all cancel out, in any order. */
function edgesCancel(ring: Ring): boolean {
	const bits = new Float64Array(4);
	const words = new Uint32Array(bits.buffer);
	let all = 0;
	for (let i = 1; i < ring.length; i += 1) {
		const [x0, y0] = ring[i - 1] as Position;
		const [x1, y1] = ring[i] as Position;
		if (y0 === y1) continue;
		// Adding zero makes one of two zeros.
		bits.set(y0 < y1 ? [x0 + 0, y0 + 0, x1 + 0, y1 + 0] : [x1 + 0, y1 + 0, x0 + 0, y0 + 0]);
		let hash = 0x811c9dc5;
		for (const word of words) {
			hash = Math.imul(hash ^ word, 0x85ebca6b);
			hash ^= hash >>> 13;
		}
		all ^= hash;
	}
	return all === 0;
}
