import { allocate } from "@/lib/formats/allocate";
import { type Box, boxesMeet, segmentMayTouch } from "@/lib/formats/box";
import { TargetingFileError } from "@/lib/formats/errors";

/**
 * Whether a ray from (x, y) to the east meets the edge. Half-open: an edge includes its southern
 * end only, and a point on it is not west of it. The edge is computed from its southern end, so
 * that each point of a shared border belongs to exactly one of two polygons.
 */
export function meetsRay(x: number, y: number, x0: number, y0: number, x1: number, y1: number): boolean {
	if (y0 > y === y1 > y) return false;
	if (x < x0) {
		if (x < x1) return true;
	} else if (x >= x1) {
		return false;
	}
	return y0 < y1 ? (x - x0) * (y1 - y0) < (y - y0) * (x1 - x0) : (x - x1) * (y0 - y1) < (y - y1) * (x0 - x1);
}

/** Polygons: vertices (longitude, latitude), chains of vertices, and the chains of each polygon. */
export class PolygonGeometry {
	readonly #polygonStarts: Uint32Array;
	readonly #chainStarts: Uint32Array;
	readonly #vertices: Float64Array;
	/** west, south, east, north of each chain; in shared memory like the arrays of a loaded file */
	readonly bounds: Float64Array<SharedArrayBuffer>;

	/**
	 * @param polygonStarts first chain of each polygon, then the number of chains
	 * @param chainStarts first vertex of each chain, then the number of vertices
	 * @param verifiedBounds `bounds` of another instance over the same arrays, to skip verification
	 * @throws {TargetingFileError} when the indexes do not fit the arrays
	 */
	constructor(
		polygonStarts: Uint32Array,
		chainStarts: Uint32Array,
		vertices: Float64Array,
		verifiedBounds: Float64Array<SharedArrayBuffer> | null = null,
	) {
		if (!verifiedBounds) {
			requireStarts(polygonStarts, chainStarts.length - 1, 1, "PCHN");
			requireStarts(chainStarts, vertices.length / 2, 2, "PVTX");
		}
		this.#polygonStarts = polygonStarts;
		this.#chainStarts = chainStarts;
		this.#vertices = vertices;
		this.bounds = verifiedBounds ?? chainBounds(chainStarts, vertices);
	}

	/** Whether polygon `index` contains the point (degrees); see `meetsRay` for its border. */
	contains(index: number, x: number, y: number): boolean {
		const vertices = this.#vertices;
		const bounds = this.bounds;
		const lastChain = this.#polygonStarts[index + 1] as number;
		let inside = false;
		for (let chain = this.#polygonStarts[index] as number; chain < lastChain; chain++) {
			const box = chain * 4;
			if (y < (bounds[box + 1] as number) || y >= (bounds[box + 3] as number) || x >= (bounds[box + 2] as number))
				continue;
			const first = (this.#chainStarts[chain] as number) * 2;
			const end = (this.#chainStarts[chain + 1] as number) * 2;
			if (x < (bounds[box] as number)) {
				// All of the chain is to the east: its two ends give the parity.
				if ((vertices[first + 1] as number) > y !== (vertices[end - 1] as number) > y) inside = !inside;
			} else if (this.#crossings(first, end, x, y)) {
				inside = !inside;
			}
		}
		return inside;
	}

	/** Whether the ray meets an odd number of the edges between two positions in `vertices`. */
	#crossings(first: number, end: number, x: number, y: number): boolean {
		const vertices = this.#vertices;
		let odd = false;
		let x0 = vertices[first] as number;
		let y0 = vertices[first + 1] as number;
		for (let offset = first + 2; offset < end; offset += 2) {
			const x1 = vertices[offset] as number;
			const y1 = vertices[offset + 1] as number;
			if (y0 > y !== y1 > y && meetsRay(x, y, x0, y0, x1, y1)) odd = !odd;
			x0 = x1;
			y0 = y1;
		}
		return odd;
	}

	/** Whether an edge of polygon `index` may touch the box. False negatives are impossible. */
	hasEdgeNear(index: number, box: Box): boolean {
		const vertices = this.#vertices;
		const lastChain = this.#polygonStarts[index + 1] as number;
		for (let chain = this.#polygonStarts[index] as number; chain < lastChain; chain++) {
			if (!boxesMeet(box, this.bounds, chain * 4)) continue;
			const end = (this.#chainStarts[chain + 1] as number) * 2;
			for (let offset = (this.#chainStarts[chain] as number) * 2; offset + 2 < end; offset += 2) {
				const x0 = vertices[offset] as number;
				const y0 = vertices[offset + 1] as number;
				if (segmentMayTouch(box, x0, y0, vertices[offset + 2] as number, vertices[offset + 3] as number)) return true;
			}
		}
		return false;
	}
}

/** Computes the bounds of each chain and checks every vertex. */
function chainBounds(chainStarts: Uint32Array, vertices: Float64Array): Float64Array<SharedArrayBuffer> {
	const bytes = (chainStarts.length - 1) * 4 * Float64Array.BYTES_PER_ELEMENT;
	const bounds = allocate(bytes, () => new Float64Array(new SharedArrayBuffer(bytes)));
	for (let chain = 0; chain < chainStarts.length - 1; chain++) {
		let west = Infinity;
		let south = Infinity;
		let east = -Infinity;
		let north = -Infinity;
		const end = (chainStarts[chain + 1] as number) * 2;
		for (let offset = (chainStarts[chain] as number) * 2; offset < end; offset += 2) {
			const x = vertices[offset] as number;
			const y = vertices[offset + 1] as number;
			if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) {
				throw new TargetingFileError("invalid_content", `section PXYS has an impossible vertex at ${offset / 2}`);
			}
			if (x < west) west = x;
			if (x > east) east = x;
			if (y < south) south = y;
			if (y > north) north = y;
		}
		bounds.set([west, south, east, north], chain * 4);
	}
	return bounds;
}

/** Checks that `starts` rises from 0 to `end` by at least `minimum` at each step. */
function requireStarts(starts: Uint32Array, end: number, minimum: number, section: string): void {
	let valid = starts.length > 0 && starts[0] === 0 && starts[starts.length - 1] === end;
	for (let i = 1; valid && i < starts.length; i++) {
		valid = (starts[i] as number) >= (starts[i - 1] as number) + minimum;
	}
	if (!valid) throw new TargetingFileError("invalid_content", `section ${section} does not index what follows it`);
}
