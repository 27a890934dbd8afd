import type { CellTree } from "@/lib/formats/cell-tree";
import { MOST_ENTRIES, type PointWave } from "@/lib/formats/point-wave";
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

	/** Finds the cells of a wave's points, and the combinations of sets that cover them. */
	find(wave: PointWave): void {
		this.#cells.find(wave);
		this.#readLeaves(wave);
		const { count, latitudes, longitudes, vectors } = wave;
		for (let i = 0; i < count; i++) {
			writeUnitVector(latitudes[i] as number, longitudes[i] as number, vectors, i * 3);
		}
	}

	/**
	 * Reads the entries of the points from `point` on, as many as a wave holds, and measures their
	 * circles. Returns the end of these points; the last may have entries left.
	 */
	read(wave: PointWave, point: number): number {
		const { count, leaves, left, starts, entries, owners } = wave;
		const { leaves: words } = this.#cells;
		let at = 0;
		let reading = point;
		while (reading < count && at < MOST_ENTRIES) {
			starts[reading] = at;
			const start = at;
			const end = Math.min(start + (left[reading] as number), MOST_ENTRIES);
			let from = leaves[reading] as number;
			while (at < end) {
				entries[at] = words[from++] as number;
				owners[at++] = reading;
			}
			leaves[reading] = from;
			left[reading] = (left[reading] as number) - (end - start);
			starts[++reading] = at;
		}
		this.#measure(wave, at);
		return reading;
	}

	#readLeaves({ count, leaves, left, combinations }: PointWave): void {
		const { leaves: words, combinationStarts } = this.#cells;
		for (let i = 0; i < count; i++) {
			const leaf = leaves[i] as number;
			combinations[i] = words[leaf] as number;
			left[i] = words[leaf + 1] as number;
			leaves[i] = leaf + 2;
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

	#measure({ vectors, entries, owners, squares }: PointWave, count: number): void {
		const circles = this.#circles;
		for (let at = 0; at < count; at++) {
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
