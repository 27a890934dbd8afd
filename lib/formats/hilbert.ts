/** Orders boxes along a Hilbert curve, which keeps neighbors together in a packed tree. */

const HILBERT_CELLS = 0xffff;

/**
 * The permutation that sorts `count` boxes (west, south, east, north) by the Hilbert position of
 * their centers. Stable, so the same input gives the same file.
 */
export function hilbertOrder(boxes: Float64Array, count: number): Uint32Array {
	let west = Infinity;
	let south = Infinity;
	let east = -Infinity;
	let north = -Infinity;
	for (let i = 0; i < count * 4; i += 4) {
		west = Math.min(west, boxes[i] as number);
		south = Math.min(south, boxes[i + 1] as number);
		east = Math.max(east, boxes[i + 2] as number);
		north = Math.max(north, boxes[i + 3] as number);
	}
	const scaleX = HILBERT_CELLS / (east - west || 1);
	const scaleY = HILBERT_CELLS / (north - south || 1);
	const keys = new Uint32Array(count);
	for (let i = 0, offset = 0; i < count; i++, offset += 4) {
		const x = scaleX * (((boxes[offset] as number) + (boxes[offset + 2] as number)) / 2 - west);
		const y = scaleY * (((boxes[offset + 1] as number) + (boxes[offset + 3] as number)) / 2 - south);
		keys[i] = hilbertPosition(x | 0, y | 0);
	}
	return radixOrder(keys);
}

/** Position of a cell of a 65,536 x 65,536 grid along its Hilbert curve, from the coarsest bit. */
export function hilbertPosition(cellX: number, cellY: number): number {
	let x = cellX;
	let y = cellY;
	let position = 0;
	for (let side = 0x8000; side > 0; side >>>= 1) {
		const right = (x & side) > 0 ? 1 : 0;
		const upper = (y & side) > 0 ? 1 : 0;
		position = position * 4 + ((3 * right) ^ upper);
		if (upper === 0) {
			if (right === 1) {
				x = HILBERT_CELLS - x;
				y = HILBERT_CELLS - y;
			}
			const swapped = x;
			x = y;
			y = swapped;
		}
	}
	return position;
}

/** Stable ascending order of 32-bit keys, as a permutation: two passes of 16 bits. */
export function radixOrder(keys: Uint32Array): Uint32Array {
	let order = new Uint32Array(keys.length).map((_, index) => index);
	let target = new Uint32Array(keys.length);
	for (const shift of [0, 16]) {
		const starts = new Uint32Array(0x10001);
		for (const key of keys) {
			const next = ((key >>> shift) & 0xffff) + 1;
			starts[next] = (starts[next] as number) + 1;
		}
		for (let i = 0; i < 0x10000; i++) starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number);
		for (const index of order) {
			const digit = ((keys[index] as number) >>> shift) & 0xffff;
			const position = starts[digit] as number;
			target[position] = index;
			starts[digit] = position + 1;
		}
		[order, target] = [target, order];
	}
	return order;
}
