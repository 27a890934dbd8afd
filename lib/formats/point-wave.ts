import { allocate } from "@/lib/formats/allocate";

/** Lookups of a wave: enough to overlap waits for memory, few enough to stay in the first cache. */
export const WAVE = 64;

/**
 * Points that go through a proximity filter together, each step for all of them before the next, so
 * that a processor waits for the memory of many at once.
 */
export class PointWave {
	count = 0;
	/** as looked up (`place.ts`) */
	readonly latitudes = new Float64Array(WAVE);
	readonly longitudes = new Float64Array(WAVE);
	/** unit vectors */
	readonly vectors = new Float64Array(WAVE * 3);
	readonly keys = new Uint32Array(WAVE);
	/** within the root cell, in cells of the deepest level */
	readonly columns = new Uint8Array(WAVE);
	readonly rows = new Uint8Array(WAVE);
	/** references on the way, and positions of leaves at the end */
	readonly leaves = new Uint32Array(WAVE);
	/** numbers of the combinations of sets that cover the cells */
	readonly combinations = new Uint32Array(WAVE);
	/** start of each point's entries below, and the end of the last */
	readonly starts = new Uint32Array(WAVE + 1);
	entries = new Uint32Array(WAVE * 16);
	owners = new Uint8Array(WAVE * 16);
	/** of circles: the squared chord from the point to the center, as records have it */
	squares = new Float64Array(WAVE * 16);

	add(latitude: number, longitude: number): void {
		this.latitudes[this.count] = latitude;
		this.longitudes[this.count++] = longitude;
	}

	/** Makes room for `count` entries. */
	reserve(count: number): void {
		if (count <= this.entries.length) return;
		const length = count * 2;
		this.entries = allocate(length * 4, () => new Uint32Array(length));
		this.owners = allocate(length, () => new Uint8Array(length));
		this.squares = allocate(length * 8, () => new Float64Array(length));
	}
}
