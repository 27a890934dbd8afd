type NumericArray = Uint32Array | Float32Array | Float64Array;

/** A typed array that grows by doubling, because a million objects would not fit into memory. */
export class Growable<T extends NumericArray> {
	#array: T;
	#length = 0;
	readonly #allocate: (length: number) => T;

	constructor(allocate: (length: number) => T) {
		this.#allocate = allocate;
		this.#array = allocate(1024);
	}

	get length(): number {
		return this.#length;
	}

	push(value: number): void {
		if (this.#length === this.#array.length) {
			const larger = this.#allocate(this.#length * 2);
			larger.set(this.#array);
			this.#array = larger;
		}
		this.#array[this.#length++] = value;
	}

	/** Forgets the values from `length` on. */
	truncate(length: number): void {
		this.#length = Math.min(this.#length, length);
	}

	/** A view of the values pushed so far; the next push may invalidate it. */
	view(): T {
		return this.#array.subarray(0, this.#length) as T;
	}
}

export function growableU32(): Growable<Uint32Array> {
	return new Growable((length) => new Uint32Array(length));
}

export function growableF64(): Growable<Float64Array> {
	return new Growable((length) => new Float64Array(length));
}
