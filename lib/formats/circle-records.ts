import { allocate } from "@/lib/formats/allocate";

/**
 * Circles in sixteen bytes each, so that a lookup reads half as much memory as with the file's: a
 * unit vector and a chord in single precision. The lowest bits of the chord are the circle's set.
 * They decide all but the points within half a meter of the rim, which are left to the file's own
 * numbers.
 */
export interface CircleRecords {
	readonly numbers: Float32Array<SharedArrayBuffer>;
	/** how many bits of the chord are the set; none where the sets would take too many */
	readonly setBits: number;
}

/** Sets in more bits would leave too few to the chord. */
const MOST_SET_BITS = 10;
/** Above the length of the rounding error of a unit vector, 2^-25 for each of three numbers. */
const VECTOR_ERROR = 6e-8;

/** @param circles unit vector and squared chord of each */
export function makeCircleRecords(circles: Float64Array, sets: Uint32Array, setCount: number): CircleRecords {
	const bits = 32 - Math.clz32(Math.max(0, setCount - 1));
	const setBits = bits > MOST_SET_BITS ? 0 : bits;
	const bytes = sets.length * 16;
	const numbers = allocate(bytes, () => new Float32Array(new SharedArrayBuffer(bytes)));
	const words = new Uint32Array(numbers.buffer);
	const mask = 2 ** setBits - 1;
	for (let position = 0; position < sets.length; position++) {
		const at = position * 4;
		for (let i = 0; i < 3; i++) numbers[at + i] = circles[at + i] as number;
		numbers[at + 3] = Math.sqrt(circles[at + 3] as number);
		if (setBits > 0) words[at + 3] = ((words[at + 3] as number) & ~mask) | (sets[position] as number);
	}
	return { numbers, setBits };
}

/** By how much of its chord a record may be wrong: twice the bits that the set took, and rounding. */
export const chordError = (setBits: number) => 2 ** (setBits - 22);

/** The most by which a record and a distance to its center may be wrong together. */
export const rimError = (chord: number, relative: number) => VECTOR_ERROR + chord * relative;
