import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";

/**
 * A body that is written to a new file while it is read, so that it can be read again. A reader may
 * stop early without an error: `finish` writes the rest.
 */
export class CopiedBody {
	readonly #chunks: AsyncIterator<Uint8Array>;
	readonly #file: ReturnType<typeof createWriteStream>;
	readonly #written: Promise<void>;
	readonly #maxBytes: number;
	#size = 0;

	/** @param maxBytes a larger body is passed on, and not copied as a whole */
	constructor(body: AsyncIterable<Uint8Array>, path: string, maxBytes: number) {
		this.#chunks = body[Symbol.asyncIterator]();
		this.#file = createWriteStream(path, { flags: "wx", mode: 0o600 });
		this.#written = finished(this.#file);
		this.#written.catch(() => undefined);
		this.#maxBytes = maxBytes;
	}

	async *read(): AsyncGenerator<Uint8Array> {
		for (let part = await this.#next(); part !== undefined; part = await this.#next()) yield part;
	}

	/** Copies the unread rest. @returns whether the copy is complete */
	async finish(): Promise<boolean> {
		while (this.#size <= this.#maxBytes && (await this.#next()) !== undefined);
		await this.close();
		return this.#size <= this.#maxBytes;
	}

	async close(): Promise<void> {
		await this.#chunks.return?.();
		this.#file.end();
		await this.#written;
	}

	async #next(): Promise<Uint8Array | undefined> {
		const part = await this.#chunks.next();
		if (part.done === true) return undefined;
		this.#size += part.value.length;
		if (this.#size <= this.#maxBytes && !this.#file.write(part.value)) {
			await Promise.race([once(this.#file, "drain"), this.#written]);
		}
		return part.value;
	}
}
