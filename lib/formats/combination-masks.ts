import { allocate } from "@/lib/formats/allocate";

/** With more sets, masks take more memory than they save a lookup. */
const MOST_SETS = 128;

/**
 * The combinations of a filter with few sets as bits, a row of words each, so that a lookup reads
 * one place of memory and not two. Null where there are many sets.
 */
export function combinationMasks(
	starts: Uint32Array,
	sets: Uint16Array | Uint32Array,
	setCount: number,
): Int32Array<SharedArrayBuffer> | null {
	if (setCount > MOST_SETS) return null;
	const width = Math.ceil(setCount / 32);
	const bytes = (starts.length - 1) * width * 4;
	const masks = allocate(bytes, () => new Int32Array(new SharedArrayBuffer(bytes)));
	for (let row = 0; row < starts.length - 1; row++) {
		const end = starts[row + 1] as number;
		for (let at = starts[row] as number; at < end; at++) {
			const set = sets[at] as number;
			const word = row * width + (set >>> 5);
			masks[word] = (masks[word] as number) | (1 << (set & 31));
		}
	}
	return masks;
}
