const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Finds line ends (LF, CRLF or CR) in a text from left to right; each search continues the last.
 */
export class LineEnds {
	readonly #text: string;
	#feed = -1;
	#return = -1;

	constructor(text: string) {
		this.#text = text;
	}

	/** The same text from the same place on, to look ahead. */
	fork(): LineEnds {
		const ahead = new LineEnds(this.#text);
		ahead.#feed = this.#feed;
		ahead.#return = this.#return;
		return ahead;
	}

	/** Index of the first line end at or after `from`; the text's length without one. */
	next(from: number): number {
		if (this.#feed < from) this.#feed = this.#find("\n", from);
		if (this.#return < from) this.#return = this.#find("\r", from);
		return Math.min(this.#feed, this.#return);
	}

	/** Index of the line after the line end at `index`. */
	after(index: number): number {
		if (index >= this.#text.length) return this.#text.length;
		return this.#text.startsWith("\r\n", index) ? index + 2 : index + 1;
	}

	/** Number of line ends that begin in the range. */
	count(from: number, to: number): number {
		let count = 0;
		for (let index = this.next(from); index < to; index = this.next(this.after(index))) count += 1;
		return count;
	}

	#find(character: string, from: number): number {
		const index = this.#text.indexOf(character, from);
		return index === -1 ? this.#text.length : index;
	}
}

/** Counts line ends (LF, CRLF or CR) of bytes that arrive in chunks. */
export class LineCounter {
	line = 1;
	#afterReturn = false;

	add(bytes: Uint8Array): void {
		for (const byte of bytes) this.addByte(byte);
	}

	addByte(byte: number): void {
		if (byte === CARRIAGE_RETURN || (byte === LINE_FEED && !this.#afterReturn)) this.line += 1;
		this.#afterReturn = byte === CARRIAGE_RETURN;
	}
}
