import { closeSync, openSync, writeSync } from "node:fs";
import { TooLargeError } from "@/lib/rules/errors";

const PIECE = 1_000_000;

/** Bytes that all files of a conversion may have. */
export interface WriteBudget {
	readonly maxBytes: number;
	left: number;
}

export const tooLargeConverted = (maxBytes: number) =>
	new TooLargeError(
		`the file is converted to more than ${maxBytes.toLocaleString("en-US")} bytes: divide it, or leave parts of it out`,
	);

/** A new file of text, which is written in large pieces. */
export class WrittenText {
	readonly path: string;
	readonly #budget: WriteBudget;
	readonly #file: number;
	#held: string[] = [];
	#length = 0;

	constructor(path: string, budget: WriteBudget) {
		this.path = path;
		this.#budget = budget;
		this.#file = openSync(path, "wx", 0o600);
	}

	/** @throws TooLargeError beyond the budget */
	write(text: string): void {
		this.#held.push(text);
		this.#length += text.length;
		if (this.#length > PIECE) this.#flush();
	}

	/** @throws TooLargeError beyond the budget */
	close(): void {
		try {
			this.#flush();
		} finally {
			closeSync(this.#file);
		}
	}

	#flush(): void {
		const bytes = Buffer.from(this.#held.join(""));
		[this.#held, this.#length] = [[], 0];
		this.#budget.left -= bytes.length;
		if (this.#budget.left < 0) throw tooLargeConverted(this.#budget.maxBytes);
		writeSync(this.#file, bytes);
	}
}
