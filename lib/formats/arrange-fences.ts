import { countRootCells } from "@/lib/formats/cell-grid";
import { hilbertOrder } from "@/lib/formats/hilbert";

/** A fence that touches more root cells is large. The first limit within the budget is used. */
const LARGE_CELLS = [4096, 1024, 256, 64, 16];
const MOST_CELLS = 4096;

/** Budget of root cells touched by all fences together: per fence, and the minimum. */
const CELLS_PER_FENCE = 16;
const CELLS_AT_LEAST = 2 ** 20;

/** The order in which fences are written: large ones first, each group along a Hilbert curve. */
export interface FenceOrder {
	order: Uint32Array;
	large: number;
	/** in the new order, four doubles each */
	boxes: Float64Array;
}

/** Divides `count` fences (boxes of four doubles, degrees) into large and small; orders both. */
export function arrangeFences(boxes: Float64Array, count: number): FenceOrder {
	const cells = new Uint32Array(count);
	for (let i = 0; i < count; i++) {
		const [west, south, east, north] = boxes.subarray(i * 4, i * 4 + 4);
		cells[i] = countRootCells(west as number, south as number, east as number, north as number, MOST_CELLS);
	}
	const largest = largeLimit(cells);
	const large = suborder(boxes, (index) => (cells[index] as number) > largest, count);
	const others = suborder(boxes, (index) => (cells[index] as number) <= largest, count);
	const order = new Uint32Array(count);
	order.set(large);
	order.set(others, large.length);
	const arranged = new Float64Array(count * 4);
	for (let position = 0; position < count; position++) {
		const from = (order[position] as number) * 4;
		for (let i = 0; i < 4; i++) arranged[position * 4 + i] = boxes[from + i] as number;
	}
	return { order, large: large.length, boxes: arranged };
}

/** The number of root cells above which a fence is large. */
function largeLimit(cells: Uint32Array): number {
	const room = Math.max(cells.length * CELLS_PER_FENCE, CELLS_AT_LEAST);
	for (const limit of LARGE_CELLS) {
		let total = 0;
		for (const count of cells) if (count <= limit) total += count;
		if (total <= room) return limit;
	}
	return LARGE_CELLS[LARGE_CELLS.length - 1] as number;
}

function suborder(boxes: Float64Array, belongs: (index: number) => boolean, count: number): Uint32Array {
	const picked = new Uint32Array(count);
	let length = 0;
	for (let index = 0; index < count; index++) if (belongs(index)) picked[length++] = index;
	const own = new Float64Array(length * 4);
	for (let i = 0; i < length; i++) {
		const from = (picked[i] as number) * 4;
		own.set(boxes.subarray(from, from + 4), i * 4);
	}
	return hilbertOrder(own, length).map((i) => picked[i] as number);
}
