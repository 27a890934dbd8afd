import type { Box } from "@/lib/formats/box";
import { TargetingInputError } from "@/lib/formats/errors";
import { meetsRay } from "@/lib/formats/polygon-geometry";
import { type Ring, unwrapRing } from "@/lib/formats/unwrap-ring";

export type { Ring } from "@/lib/formats/unwrap-ring";

/**
 * A polygon, or its part on one side of the antimeridian, as chains with longitudes in [-180, 180].
 * A point is inside when a ray to the east meets an odd number of the chains' edges.
 */
export interface PolygonPart {
	box: Box;
	/** longitude, latitude of every vertex of each chain */
	chains: number[][];
}

/** A part whose chains may be numbers in one piece of memory. */
export interface PackedPart {
	readonly box: Box;
	readonly chains: readonly ArrayLike<number>[];
}

/** A chain and its 360-degree window in the unwrapped ring (0 when nothing is crossed). */
interface Piece {
	window: number;
	chain: number[];
}

/**
 * Prepares a polygon (outer ring, then holes) for the ray cast. Longitudes go as `unwrapRing` says.
 * The even-odd rule counts all rings alike: what a hole covers beyond the outline is inside.
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
		const westEdge = boxAround(west).west;
		const eastEdge = boxAround(east).east;
		const inWest = holePieces.filter((piece) => boxAround([piece]).west >= westEdge);
		const inEast = holePieces.filter((piece) => boxAround([piece]).east <= eastEdge);
		// Longitudes cannot distinguish the parts of a ring once around the Earth. A hole that reaches
		// beyond both parts takes from one of them and adds between them.
		if (westEdge > eastEdge && inWest.length + inEast.length === holePieces.length) {
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

function boxAround(pieces: readonly Piece[]): Box {
	return boxOf(pieces.map((piece) => piece.chain));
}

/** Whether a part contains a point (degrees), as `PolygonGeometry.contains` decides it. */
export function partContains({ box, chains }: PackedPart, x: number, y: number): boolean {
	if (y < box.south || y >= box.north || x >= box.east) return false;
	let inside = false;
	for (const chain of chains) {
		let x0 = chain[0] as number;
		let y0 = chain[1] as number;
		for (let i = 2; i < chain.length; i += 2) {
			const x1 = chain[i] as number;
			const y1 = chain[i + 1] as number;
			if (y0 > y !== y1 > y && meetsRay(x, y, x0, y0, x1, y1)) inside = !inside;
			[x0, y0] = [x1, y1];
		}
	}
	return inside;
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
