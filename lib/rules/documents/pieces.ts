import { joinBytes } from "./utf8";

/** Collects byte pieces up to a limit; discards them above it. */
export class Pieces {
	readonly #limit: number;
	#pieces: Uint8Array[] = [];
	#length = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	get overfull(): boolean {
		return this.#length > this.#limit;
	}

	/** Number of bytes added, including discarded ones. */
	get length(): number {
		return this.#length;
	}

	get empty(): boolean {
		return this.#length === 0;
	}

	/** Adds a piece without copying it. */
	add(piece: Uint8Array): void {
		this.#length += piece.length;
		if (this.overfull) this.#pieces = [];
		else if (piece.length > 0) this.#pieces.push(piece);
	}

	/** Joins and clears the pieces; null when the limit was exceeded. */
	take(): Uint8Array | null {
		const [first] = this.#pieces;
		const all = this.#pieces.length === 1 && first !== undefined ? first : joinBytes(this.#pieces);
		const taken = this.overfull ? null : all;
		this.#pieces = [];
		this.#length = 0;
		return taken;
	}
}
