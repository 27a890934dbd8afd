import { TargetingInputError } from "@/lib/formats/errors";
import { toPolygonParts } from "@/lib/formats/polygon-parts";
import { GEOFENCE_LIMITS, type Position, type Ring } from "./geofence";
import { normalizePosition } from "./normalize-position";

/** Degrees (a tenth of a millimeter): a closer last position differs by rounding. */
const CLOSING_TOLERANCE = 1e-9;

/**
 * Validates the rings of polygons: at least one per polygon, closed, of at least four positions of
 * which three differ, and at most `GEOFENCE_LIMITS.positions` in all. Closes a ring that is open by
 * rounding alone; rejects other open rings, whose missing position is unknown.
 * @returns rings reduced to longitude and latitude, or the reason for the rejection
 */
export function normalizeRings(polygons: readonly unknown[], path: string): Ring[][] | string {
	let positions = 0;
	const normalised: Ring[][] = [];
	for (const polygon of polygons) {
		if (!Array.isArray(polygon) || polygon.length === 0) return `${path} must be a list of rings`;
		const rings: Ring[] = [];
		for (const candidate of polygon as unknown[]) {
			if (!Array.isArray(candidate)) return "a ring must be a list of positions";
			positions += candidate.length;
			if (positions > GEOFENCE_LIMITS.positions) {
				return `has more than ${GEOFENCE_LIMITS.positions.toLocaleString("en-US")} positions`;
			}
			const ring = normalizeRing(candidate);
			if (typeof ring === "string") return ring;
			rings.push(ring);
		}
		const reason = unindexable(rings);
		if (reason !== undefined) return reason;
		normalised.push(rings);
	}
	return normalised;
}

/** Checked at import, so that no accepted geofence fails a build. */
function unindexable(rings: readonly Ring[]): string | undefined {
	try {
		toPolygonParts(rings);
		return undefined;
	} catch (error) {
		if (error instanceof TargetingInputError) return error.message;
		throw error;
	}
}

function normalizeRing(candidate: readonly unknown[]): Ring | string {
	if (candidate.length < 4) return "a ring must have at least four positions, the last equal to the first";
	const ring: Ring = [];
	for (const value of candidate) {
		const position = normalizePosition(value, "a position of a ring");
		if (typeof position === "string") return position;
		ring.push(position);
	}
	const first = ring[0] as Position;
	const last = ring[ring.length - 1] as Position;
	if (Math.abs(first[0] - last[0]) > CLOSING_TOLERANCE || Math.abs(first[1] - last[1]) > CLOSING_TOLERANCE) {
		return "a ring must be closed: its last position must equal its first";
	}
	ring[ring.length - 1] = [first[0], first[1]];
	const other = ring.find((position) => !equal(position, first));
	const third = other && ring.find((position) => !equal(position, first) && !equal(position, other));
	return third === undefined ? "a ring must have at least three different positions" : ring;
}

const equal = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];
