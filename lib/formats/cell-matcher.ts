import type { CellTree } from "@/lib/formats/cell-tree";
import type { PointWave } from "@/lib/formats/point-wave";
import { writeUnitVector } from "@/lib/formats/sphere";

/**
 * Reads for each point of a wave what its cell knows: the combination of sets that covers it, and
 * the fences on its border with the squared distances of the circles. No step depends on what another point
 * found: a mispredicted branch would wait for memory, and with it all that follows.
 */
export class CellMatcher {
	readonly #cells: CellTree;
	/** numbers of `CircleRecords` */
	readonly #circles: Float32Array;
	readonly #masks: Int32Array | null;
	readonly #maskWords: number;
	/** public, so that reads which only bring memory closer are not optimized away */
	touched = 0;

	constructor(cells: CellTree, circles: Float32Array, masks: Int32Array | null, setCount: number) {
		this.#cells = cells;
		this.#circles = circles;
		this.#masks = masks;
		this.#maskWords = Math.ceil(setCount / 32);
	}

	run(wave: PointWave): void {
		this.#cells.find(wave);
		this.#readLeaves(wave);
		this.#readEntries(wave);
		this.#measure(wave);
	}

	#readLeaves({ count, leaves, starts, combinations }: PointWave): void {
		const { leaves: words, combinationStarts } = this.#cells;
		for (let i = 0; i < count; i++) {
			const leaf = leaves[i] as number;
			combinations[i] = words[leaf] as number;
			starts[i] = words[leaf + 1] as number;
		}
		const masks = this.#masks;
		const width = this.#maskWords;
		let touched = 0;
		for (let i = 0; i < count; i++) {
			const combination = combinations[i] as number;
			touched ^= (masks === null ? combinationStarts[combination] : masks[combination * width]) as number;
		}
		this.touched = touched;
	}

	#readEntries(wave: PointWave): void {
		const { count, leaves, starts } = wave;
		let total = 0;
		for (let i = 0; i < count; i++) {
			const entries = starts[i] as number;
			starts[i] = total;
			total += entries;
		}
		starts[count] = total;
		wave.reserve(total);
		const { entries, owners } = wave;
		const { leaves: words } = this.#cells;
		for (let i = 0; i < count; i++) {
			const end = starts[i + 1] as number;
			let from = (leaves[i] as number) + 2;
			for (let at = starts[i] as number; at < end; at++) {
				entries[at] = words[from++] as number;
				owners[at] = i;
			}
		}
	}

	#measure({ count, latitudes, longitudes, vectors, starts, entries, owners, squares }: PointWave): void {
		for (let i = 0; i < count; i++) {
			writeUnitVector(latitudes[i] as number, longitudes[i] as number, vectors, i * 3);
		}
		const circles = this.#circles;
		const total = starts[count] as number;
		for (let at = 0; at < total; at++) {
			const entry = entries[at] as number;
			if (entry & 1) continue;
			const circle = (entry >>> 1) * 4;
			const vector = (owners[at] as number) * 3;
			const dx = (vectors[vector] as number) - (circles[circle] as number);
			const dy = (vectors[vector + 1] as number) - (circles[circle + 1] as number);
			const dz = (vectors[vector + 2] as number) - (circles[circle + 2] as number);
			squares[at] = dx * dx + dy * dy + dz * dz;
		}
	}
}
