import { allocate } from "@/lib/formats/allocate";

const FIRST_ROOM = 4096;
/** A longer array is for a batch with very many sets, and not kept for others. */
const MAX_REUSED_LENGTH = 262_144;

/**
 * The sets of several lookups, those of one after those of the other. All readers of a kind on a
 * thread write each batch into the same arrays, so they are valid until the next batch.
 */
export class Matches {
	/** sets of lookup `i` from `ends[i - 1]` (0 for the first) to `ends[i]`, ascending */
	sets = new Uint32Array(FIRST_ROOM);
	ends = new Uint32Array(1000);
	count = 0;

	/** Forgets the last batch. */
	clear(lookups: number): void {
		this.count = 0;
		if (this.sets.length > MAX_REUSED_LENGTH) this.sets = new Uint32Array(FIRST_ROOM);
		if (this.ends.length < lookups) this.ends = new Uint32Array(lookups);
	}

	/** The end of the sets so far. */
	get end(): number {
		return this.count === 0 ? 0 : (this.ends[this.count - 1] as number);
	}

	/** The array `sets`, with room for `more` of them. */
	room(more: number): Uint32Array {
		const { end } = this;
		if (end + more > this.sets.length) {
			const length = Math.max(end + more, this.sets.length * 2);
			const grown = allocate(length * 4, () => new Uint32Array(length));
			grown.set(this.sets.subarray(0, end));
			this.sets = grown;
		}
		return this.sets;
	}

	/** Ends the sets of a lookup. */
	push(end: number): void {
		this.ends[this.count++] = end;
	}
}
