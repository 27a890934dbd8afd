import { joinBytes } from "./utf8";

/** Pieces of what spans several chunks, up to a limit; beyond it they are let go. */
export class Pieces {
	readonly #limit: number;
	#pieces: Uint8Array[] = [];
	#length = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Whether there was more than the limit. */
	get overfull(): boolean {
		return this.#length > this.#limit;
	}

	/** How many bytes were added, whether or not they are held. */
	get length(): number {
		return this.#length;
	}

	/** Whether there is nothing. */
	get empty(): boolean {
		return this.#length === 0;
	}

	/** Holds a piece, without copying it. */
	add(piece: Uint8Array): void {
		this.#length += piece.length;
		if (this.overfull) this.#pieces = [];
		else if (piece.length > 0) this.#pieces.push(piece);
	}

	/** The pieces in one, null when there were too many; starts again. */
	take(): Uint8Array | null {
		const [first] = this.#pieces;
		const all = this.#pieces.length === 1 && first !== undefined ? first : joinBytes(this.#pieces);
		const taken = this.overfull ? null : all;
		this.#pieces = [];
		this.#length = 0;
		return taken;
	}
}
