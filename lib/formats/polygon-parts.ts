import type { Box } from "@/lib/formats/box";
import { TargetingInputError } from "@/lib/formats/errors";

/** A ring of GeoJSON: `[longitude, latitude]` in degrees, closed or not, in any direction. */
export type Ring = readonly (readonly number[])[];

/**
 * A polygon, or its part on one side of the antimeridian, as chains with longitudes in [-180, 180].
 * A point is inside when a ray to the east meets an odd number of the chains' edges.
 */
export interface PolygonPart {
	box: Box;
	/** longitude, latitude of every vertex of each chain */
	chains: number[][];
}

/** A chain and its 360-degree window in the unwrapped ring (0 when nothing is crossed). */
interface Piece {
	window: number;
	chain: number[];
}

/**
 * Prepares a polygon (outer ring, then holes) for the ray cast. Longitudes may jump at the
 * antimeridian (179, -179), run beyond it (179, 181), or be cut there already. A step of more than
 * 180 degrees is a jump; one of exactly 360 is an edge along the whole parallel, unless the ring
 * jumps elsewhere.
 *
 * Rings are cut at the antimeridian, not moved beyond it: edges keep their exact coordinates, so
 * that neighboring polygons agree on shared borders.
 *
 * @throws {TargetingInputError} for invalid rings, and rings around a pole
 */
export function toPolygonParts(polygon: readonly Ring[]): PolygonPart[] {
	const outer = polygon[0];
	if (!outer) throw new TargetingInputError("a polygon must have at least one ring");
	const outerPieces = cutRing(outer);
	const holePieces = polygon.slice(1).flatMap(cutRing);
	const windows = [...new Set(outerPieces.map((piece) => piece.window))].sort((a, b) => a - b);
	const [west, east] = windows.map((window) => outerPieces.filter((piece) => piece.window === window));
	if (west && east && windows.length === 2) {
		const westEdge = westmost(west);
		// Longitudes cannot distinguish the parts of a ring once around the Earth.
		if (westEdge > Math.max(...east.map((piece) => boxOf([piece.chain]).east))) {
			const inWest = holePieces.filter((piece) => westmost([piece]) >= westEdge);
			const inEast = holePieces.filter((piece) => westmost([piece]) < westEdge);
			return [toPart([...west, ...inWest]), toPart([...east, ...inEast])].filter(hasWidth);
		}
	}
	return [toPart([...outerPieces, ...holePieces])];
}

/** A part that only touches the antimeridian from the west has no width and contains nothing. */
function hasWidth({ box }: PolygonPart): boolean {
	return box.west < box.east;
}

function toPart(pieces: readonly Piece[]): PolygonPart {
	const chains = pieces.map((piece) => piece.chain);
	return { chains, box: boxOf(chains) };
}

function westmost(pieces: readonly Piece[]): number {
	return boxOf(pieces.map((piece) => piece.chain)).west;
}

function boxOf(chains: readonly number[][]): Box {
	const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
	for (const chain of chains) {
		for (let i = 0; i < chain.length; i += 2) {
			const longitude = chain[i] as number;
			const latitude = chain[i + 1] as number;
			if (longitude < box.west) box.west = longitude;
			if (longitude > box.east) box.east = longitude;
			if (latitude < box.south) box.south = latitude;
			if (latitude > box.north) box.north = latitude;
		}
	}
	return box;
}

/** Cuts a ring at every crossing of the antimeridian, and closes the pieces along it. */
function cutRing(ring: Ring): Piece[] {
	const { longitudes, latitudes, windows } = unwrapRing(ring);
	const last = longitudes.length - 1;
	if (windows.every((window) => window === windows[0])) {
		const chain: number[] = [];
		for (let i = 0; i <= last; i++) chain.push(longitudes[i] as number, latitudes[i] as number);
		return [{ window: windows[0] as number, chain }];
	}
	const pieces: Piece[] = [];
	/** latitudes of crossings, by the window whose eastern border is crossed */
	const cuts = new Map<number, number[]>();
	let window = windows[0] as number;
	let chain = [longitudes[0] as number, latitudes[0] as number];
	for (let i = 1; i <= last; i++) {
		const target = windows[i] as number;
		const from = { longitude: longitudes[i - 1] as number, latitude: latitudes[i - 1] as number, window };
		const to = { longitude: longitudes[i] as number, latitude: latitudes[i] as number, window: target };
		while (window !== target) {
			const eastward = target > window;
			const border = eastward ? window : window - 1;
			const latitude = cutLatitude(from, to, border);
			chain.push(eastward ? 180 : -180, latitude);
			pieces.push({ window, chain });
			const crossings = cuts.get(border);
			if (crossings === undefined) cuts.set(border, [latitude]);
			else crossings.push(latitude);
			window += eastward ? 1 : -1;
			chain = [eastward ? -180 : 180, latitude];
		}
		chain.push(to.longitude, to.latitude);
	}
	pieces.push({ window, chain });
	for (const [west, crossings] of cuts) {
		crossings.sort((a, b) => a - b);
		for (let i = 0; i + 1 < crossings.length; i += 2) {
			pieces.push({ window: west, chain: [180, crossings[i] as number, 180, crossings[i + 1] as number] });
		}
	}
	return pieces;
}

interface UnwrappedVertex {
	longitude: number;
	latitude: number;
	window: number;
}

/**
 * Latitude at which an edge crosses the eastern border of window `border`. Computed from the
 * southern end, so that neighbors get the same point whatever the direction of the edge.
 */
function cutLatitude(a: UnwrappedVertex, b: UnwrappedVertex, border: number): number {
	const [low, high] = a.latitude <= b.latitude ? [a, b] : [b, a];
	const toLow = Math.abs(distanceToBorder(low, border));
	const toHigh = Math.abs(distanceToBorder(high, border));
	if (toHigh === 0) return high.latitude;
	return low.latitude + (high.latitude - low.latitude) * (toLow / (toLow + toHigh));
}

function distanceToBorder(vertex: UnwrappedVertex, border: number): number {
	return vertex.window <= border
		? 180 - vertex.longitude + 360 * (border - vertex.window)
		: -(vertex.longitude + 180) - 360 * (vertex.window - border - 1);
}

/** Checks and closes a ring; windows are 0 for -180 to 180, 1 for 180 to 540. */
function unwrapRing(ring: Ring): { longitudes: number[]; latitudes: number[]; windows: number[] } {
	const longitudes: number[] = [];
	const latitudes: number[] = [];
	for (const position of ring) {
		const [longitude, latitude] = position;
		if (longitude === undefined || !(Math.abs(longitude) <= 540)) {
			throw new TargetingInputError(`longitude must be finite, and is ${longitude}`);
		}
		if (latitude === undefined || !(Math.abs(latitude) <= 90)) {
			throw new TargetingInputError(`latitude must be from -90 to 90, and is ${latitude}`);
		}
		longitudes.push(longitude);
		latitudes.push(latitude);
	}
	const last = longitudes.length - 1;
	if (last > 0 && (longitudes[0] !== longitudes[last] || latitudes[0] !== latitudes[last])) {
		longitudes.push(longitudes[0] as number);
		latitudes.push(latitudes[0] as number);
	}
	if (longitudes.length < 4) throw new TargetingInputError("a ring must have at least three corners");
	const windows = windowsOf(longitudes);
	if (windows[0] !== windows[windows.length - 1]) {
		throw new TargetingInputError("a ring must not go round a pole: close it along the antimeridian and the pole");
	}
	if (windows.some((window) => window !== 0)) {
		for (let i = 0; i < longitudes.length; i++) {
			// The antimeridian belongs to the next window, as its western border.
			if (longitudes[i] === 180) {
				longitudes[i] = -180;
				windows[i] = (windows[i] as number) + 1;
			}
		}
	}
	return { longitudes, latitudes, windows };
}

/** Reduces longitudes to [-180, 180] in place and returns the window of each. */
function windowsOf(longitudes: number[]): number[] {
	if (longitudes.some((longitude) => Math.abs(longitude) > 180)) {
		return longitudes.map((longitude, i) => {
			// Compared, because adding 180 could round up to a border; the subtraction is exact.
			const window = longitude >= 540 ? 2 : longitude >= 180 ? 1 : longitude < -180 ? -1 : 0;
			longitudes[i] = longitude - 360 * window;
			return window;
		});
	}
	const steps = longitudes.slice(1).map((longitude, i) => longitude - (longitudes[i] as number));
	const jumps = steps.some((step) => Math.abs(step) > 180 && Math.abs(step) < 360);
	let window = 0;
	return [
		0,
		...steps.map((step) => {
			if (jumps && step > 180) window--;
			if (jumps && step < -180) window++;
			return window;
		}),
	];
}
