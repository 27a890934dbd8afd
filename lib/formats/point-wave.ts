/** Lookups of a wave: enough to overlap waits for memory, few enough to stay in the first cache. */
export const WAVE = 64;
/** Entries in a wave at a time: far more than usual cells have, so that a hostile file takes no more. */
export const MOST_ENTRIES = 16_384;

/**
 * Points that go through a proximity filter together, each step for all of them before the next, so
 * that a processor waits for the memory of many at once. One for all filters of a thread.
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
	/** references on the way, then positions of leaves, at last of the entries to read next */
	readonly leaves = new Uint32Array(WAVE);
	/** numbers of the combinations of sets that cover the cells */
	readonly combinations = new Uint32Array(WAVE);
	/** how many entries of each point have not been read yet */
	readonly left = new Uint32Array(WAVE);
	/** start of each point's entries below, and the end of the last */
	readonly starts = new Uint32Array(WAVE + 1);
	readonly entries = new Uint32Array(MOST_ENTRIES);
	readonly owners = new Uint8Array(MOST_ENTRIES);
	/** of circles: the squared chord from the point to the center, as records have it */
	readonly squares = new Float64Array(MOST_ENTRIES);

	add(latitude: number, longitude: number): void {
		this.latitudes[this.count] = latitude;
		this.longitudes[this.count++] = longitude;
	}
}
