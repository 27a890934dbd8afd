import { divideEdges } from "./divide-edges";
import type { Position, Ring } from "./geofence";
import { MAX_RING_LONGITUDE, readPosition, wrapLongitude } from "./normalize-position";

/** Degrees (a tenth of a millimeter): a closer last position differs by rounding. */
const CLOSING_TOLERANCE = 1e-9;

/** A ring as it is stored, and whether its last position had to be added. */
export interface NormalizedRing {
	ring: Ring;
	closed: boolean;
}

/**
 * Reads the positions of a ring and closes it. Longitudes beyond 180 are wrapped so that every edge
 * stays where it was (see `unwrapRing`). `path` names the ring.
 * @returns the ring, or the reason for its rejection
 */
export function normalizeRing(candidate: unknown, path: string): NormalizedRing | string {
	if (!Array.isArray(candidate)) return `${path} must be a list of positions: a ring must be a list`;
	const ring: Ring = [];
	for (const value of candidate as unknown[]) {
		const position = readPosition(value, "a position of a ring", MAX_RING_LONGITUDE);
		if (typeof position === "string") return position;
		ring.push(position);
	}
	const closed = close(ring);
	if (ring.some(([longitude]) => Math.abs(longitude) > 180)) {
		const wrapped = wrapRing(ring, path);
		return typeof wrapped === "string" ? wrapped : { ring: wrapped, closed };
	}
	return circlesPole(ring)
		? `${path} must not go round a pole: close it along the antimeridian and the pole`
		: { ring, closed };
}

/** Closes a ring in place; true when its last position was missing, rather than rounded. */
function close(ring: Ring): boolean {
	const [first] = ring;
	const last = ring.at(-1);
	if (first === undefined || last === undefined) return false;
	if (ring.length > 1 && isSame(first, last)) {
		ring[ring.length - 1] = [first[0], first[1]];
		return false;
	}
	ring.push([first[0], first[1]]);
	return true;
}

const isSame = (a: Position, b: Position) =>
	Math.abs(a[0] - b[0]) <= CLOSING_TOLERANCE && Math.abs(a[1] - b[1]) <= CLOSING_TOLERANCE;

/** Wraps longitudes that run beyond 180. Edges of 180 degrees and more get positions on the way. */
function wrapRing(ring: Ring, path: string): Ring | string {
	const longitudes = ring.map(([longitude]) => longitude);
	const width = longitudes.reduce((a, b) => Math.max(a, b)) - longitudes.reduce((a, b) => Math.min(a, b));
	if (width > 360) return `${path} must cover at most 360 degrees of longitude, and covers ${width}`;
	return stepped(ring).map(([longitude, latitude]): Position => [wrapLongitude(longitude), latitude]);
}

/**
 * A ring whose edges go as its numbers run, however wide: none is as wide as 180 degrees, so that
 * none is taken for the short way.
 */
export function stepped(ring: Ring): Ring {
	return divideEdges(ring, ([from], [to]) => Math.floor(Math.abs(to - from) / 180) + 1);
}

/**
 * Whether a ring goes round a pole and closes by a step from 180 to -180: read as an edge along the
 * parallel, it would enclose a strip that nobody drew. Such an edge is meant where it lies at the
 * pole, or where an edge along the antimeridian leads to it.
 */
function circlesPole(ring: Ring): boolean {
	const steps = ring.slice(1).map(([longitude], index) => longitude - (ring[index] as Position)[0]);
	// In a ring that jumps, a step of 360 degrees has no length.
	if (steps.some((step) => Math.abs(step) > 180 && Math.abs(step) < 360)) return false;
	const around = steps.flatMap((step, index) => (Math.abs(step) === 360 ? [index] : []));
	if (around.reduce((sum, index) => sum + Math.sign(steps[index] as number), 0) === 0) return false;
	const before = (index: number) => steps[(index + steps.length - 1) % steps.length];
	const after = (index: number) => steps[(index + 1) % steps.length];
	return !around.some((index) => {
		const atPole = Math.abs((ring[index] as Position)[1]) === 90 && Math.abs((ring[index + 1] as Position)[1]) === 90;
		return atPole || before(index) === 0 || after(index) === 0;
	});
}
