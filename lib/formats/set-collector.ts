/** The sets that a lookup has found so far, as bits: no set twice, and ascending at the end. */
export class SetCollector {
	readonly #words: Int32Array;

	constructor(setCount: number) {
		this.#words = new Int32Array(Math.ceil(setCount / 32));
	}

	has(set: number): boolean {
		return (((this.#words[set >>> 5] as number) >>> (set & 31)) & 1) === 1;
	}

	add(set: number): void {
		const word = set >>> 5;
		this.#words[word] = (this.#words[word] as number) | (1 << (set & 31));
	}

	/** Adds the sets of a row of `SetMasks`. */
	addMask(masks: Int32Array, row: number): void {
		const words = this.#words;
		const from = row * words.length;
		for (let i = 0; i < words.length; i++) words[i] = (words[i] as number) | (masks[from + i] as number);
	}

	/** Forgets the sets of a lookup that failed. */
	clear(): void {
		this.#words.fill(0);
	}

	/** Moves the sets into `target` from `start` on, and returns their end. */
	drain(target: Uint32Array, start: number): number {
		const words = this.#words;
		let end = start;
		for (let i = 0; i < words.length; i++) {
			let word = words[i] as number;
			if (word === 0) continue;
			words[i] = 0;
			while (word !== 0) {
				const lowest = word & -word;
				target[end++] = i * 32 + 31 - Math.clz32(lowest);
				word ^= lowest;
			}
		}
		return end;
	}
}
