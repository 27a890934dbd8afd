import { TargetingFileError } from "@/lib/formats/errors";

/**
 * A packed Hilbert R-tree: entries in Hilbert order, sixteen to a node, all levels in one array of
 * boxes (leaf entries first, root last). The children of node `i` are entries `16 i` to `16 i + 15`
 * of the level below, so there are no pointers. Boxes are float32 rounded outward: half the memory
 * of doubles, and no match is lost.
 */
export const NODE_SIZE = 16;

/** Sizes of the levels from the leaf entries to the root; empty for no entries. */
function levelSizes(count: number): number[] {
	if (count === 0) return [];
	const sizes = [count];
	for (let size = count; sizes.length === 1 || size > 1; ) {
		size = Math.ceil(size / NODE_SIZE);
		sizes.push(size);
	}
	return sizes;
}

/** Packs the first `count` boxes (west, south, east, north; degrees) in Hilbert order. */
export function packBoxes(boxes: Float64Array, count: number): Float32Array {
	const sizes = levelSizes(count);
	const packed = new Float32Array(sizes.reduce((sum, size) => sum + size, 0) * 4);
	for (let offset = 0; offset < count * 4; offset += 4) {
		packed[offset] = roundDown(boxes[offset] as number);
		packed[offset + 1] = roundDown(boxes[offset + 1] as number);
		packed[offset + 2] = -roundDown(-(boxes[offset + 2] as number));
		packed[offset + 3] = -roundDown(-(boxes[offset + 3] as number));
	}
	let childStart = 0;
	for (let level = 1; level < sizes.length; level++) {
		const childCount = sizes[level - 1] as number;
		const start = childStart + childCount;
		for (let node = 0; node < (sizes[level] as number); node++) {
			const first = childStart + node * NODE_SIZE;
			const end = Math.min(first + NODE_SIZE, start);
			uniteBoxes(packed, first, end, start + node);
		}
		childStart = start;
	}
	return packed;
}

function uniteBoxes(boxes: Float32Array, first: number, end: number, target: number): void {
	let west = Infinity;
	let south = Infinity;
	let east = -Infinity;
	let north = -Infinity;
	for (let offset = first * 4; offset < end * 4; offset += 4) {
		west = Math.min(west, boxes[offset] as number);
		south = Math.min(south, boxes[offset + 1] as number);
		east = Math.max(east, boxes[offset + 2] as number);
		north = Math.max(north, boxes[offset + 3] as number);
	}
	boxes.set([west, south, east, north], target * 4);
}

const scratch = new Float32Array(1);
const scratchBits = new Int32Array(scratch.buffer);

/** The largest float32 that is not above `value`. */
export function roundDown(value: number): number {
	scratch[0] = value;
	if ((scratch[0] as number) > value) {
		// Next float32 towards minus infinity: bits - 1 above zero, + 1 below; zero: -2^-149.
		if (scratch[0] === 0) scratchBits[0] = 0x80000001 | 0;
		else scratchBits[0] = (scratchBits[0] as number) + (scratch[0] > 0 ? -1 : 1);
	}
	return scratch[0] as number;
}

/** Finds the leaf positions whose boxes contain a point. One instance per thread. */
export class PackedTree {
	/** Leaf positions found by the last `search`, valid up to the number that it returned. */
	hits: Uint32Array;
	readonly #boxes: Float32Array;
	readonly #starts: number[] = [];
	readonly #stack: Uint32Array;

	/**
	 * @param section the name for error messages
	 * @param verified whether the boxes were verified before
	 * @throws {TargetingFileError} when `boxes` is not a tree over `count` entries
	 */
	constructor(boxes: Float32Array, count: number, section: string, verified: boolean) {
		const sizes = levelSizes(count);
		let total = 0;
		for (const size of sizes) {
			this.#starts.push(total);
			total += size;
		}
		if (boxes.length !== total * 4) {
			const message = `section ${section} has ${boxes.length} numbers; a tree over ${count} entries has ${total * 4}`;
			throw new TargetingFileError("invalid_content", message);
		}
		for (let i = 0; !verified && i < boxes.length; i += 4) {
			// Negated comparison, so that NaN is rejected too.
			if (!((boxes[i] as number) <= (boxes[i + 2] as number) && (boxes[i + 1] as number) <= (boxes[i + 3] as number))) {
				throw new TargetingFileError("invalid_content", `section ${section} holds an impossible box at ${i / 4}`);
			}
		}
		this.#boxes = boxes;
		this.hits = new Uint32Array(Math.min(count, 256));
		this.#stack = new Uint32Array(2 * NODE_SIZE * Math.max(sizes.length, 1));
	}

	/** Writes the leaf positions of boxes around the point into `hits`; returns their number. */
	search(x: number, y: number): number {
		const boxes = this.#boxes;
		const starts = this.#starts;
		const stack = this.#stack;
		let hits = this.hits;
		let found = 0;
		let top = 0;
		const rootLevel = starts.length - 1;
		if (rootLevel < 0) return 0;
		stack[top++] = 0;
		stack[top++] = rootLevel;
		while (top > 0) {
			const level = (stack[--top] as number) - 1;
			const node = stack[--top] as number;
			const start = starts[level] as number;
			const first = start + node * NODE_SIZE;
			const end = Math.min(first + NODE_SIZE, starts[level + 1] as number);
			for (let position = first; position < end; position++) {
				const offset = position * 4;
				if (x < (boxes[offset] as number) || x > (boxes[offset + 2] as number)) continue;
				if (y < (boxes[offset + 1] as number) || y > (boxes[offset + 3] as number)) continue;
				if (level > 0) {
					stack[top++] = position - start;
					stack[top++] = level;
				} else {
					if (found === hits.length) {
						hits = new Uint32Array(found * 2);
						hits.set(this.hits);
						this.hits = hits;
					}
					hits[found++] = position;
				}
			}
		}
		return found;
	}
}
