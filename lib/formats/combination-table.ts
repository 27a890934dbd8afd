import { growableU32 } from "@/lib/formats/growable";

/**
 * Numbers distinct combinations of sets in order of appearance. A hash table over typed arrays,
 * because a large filter has about as many combinations as fences.
 */
export class CombinationTable {
	readonly #starts = growableU32();
	readonly #sets = growableU32();
	/** number of a combination + 1; stale entries of a rollback are skipped */
	#slots = new Uint32Array(1024);
	#used = 0;

	constructor() {
		this.#starts.push(0);
	}

	get count(): number {
		return this.#starts.length - 1;
	}

	/** Size of the table in a file, in 32-bit words. */
	get words(): number {
		return this.#starts.length + this.#sets.length;
	}

	get starts(): Uint32Array {
		return this.#starts.view();
	}

	get sets(): Uint32Array {
		return this.#sets.view();
	}

	/** The number of the combination of `sets`, which are distinct and ascending. */
	number(sets: Uint32Array): number {
		if (this.#used * 2 > this.#slots.length) this.#rehash();
		const mask = this.#slots.length - 1;
		const starts = this.#starts.view();
		const known = this.#sets.view();
		let slot = hash(sets) & mask;
		for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
			const candidate = (this.#slots[slot] as number) - 1;
			if (candidate >= this.count) continue;
			const from = starts[candidate] as number;
			let same = (starts[candidate + 1] as number) - from === sets.length;
			for (let i = 0; same && i < sets.length; i++) same = known[from + i] === sets[i];
			if (same) return candidate;
		}
		this.#slots[slot] = this.count + 1;
		this.#used++;
		for (const set of sets) this.#sets.push(set);
		this.#starts.push(this.#sets.length);
		return this.count - 1;
	}

	/** Forgets the combinations from number `count` on. */
	truncate(count: number): void {
		this.#starts.truncate(count + 1);
		this.#sets.truncate(this.#starts.view()[count] as number);
	}

	#rehash(): void {
		// Rehashing drops stale entries, so a table full of them need not grow.
		while (this.count * 4 > this.#slots.length) this.#slots = new Uint32Array(this.#slots.length * 2);
		this.#slots.fill(0);
		this.#used = this.count;
		const mask = this.#slots.length - 1;
		const sets = this.#sets.view();
		const starts = this.#starts.view();
		for (let number = 0; number < this.count; number++) {
			let slot = hash(sets.subarray(starts[number], starts[number + 1])) & mask;
			while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
			this.#slots[slot] = number + 1;
		}
	}
}

/** FNV-1a over the numbers, with a final mix because its low bits are weak. */
function hash(sets: Uint32Array): number {
	let value = 0x811c9dc5;
	for (const set of sets) value = Math.imul(value ^ set, 0x01000193);
	value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
	return (value ^ (value >>> 13)) >>> 0;
}
