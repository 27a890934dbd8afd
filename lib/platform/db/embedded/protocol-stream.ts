import { Duplex } from "node:stream";
import type { PgliteThread } from "@/lib/platform/db/embedded/pglite-thread";

type Written = (error?: Error | null) => void;

/**
 * Serves as pg's socket: passes protocol bytes to PGlite's thread and its answers back. Only one
 * may use a thread at a time.
 */
export class ProtocolStream extends Duplex {
	readonly #thread: PgliteThread;
	readonly #onEnded = (error: Error) => this.destroy(error);

	constructor(thread: PgliteThread) {
		super();
		this.#thread = thread;
		thread.on("ended", this.#onEnded);
	}

	/** pg calls it instead of connecting to a host. */
	connect(): this {
		this.#thread
			.start()
			.then(() => this.#thread.reset())
			.then(
				() => this.emit("connect"),
				(error) => this.destroy(error),
			);
		return this;
	}

	override _write(chunk: Buffer, _encoding: BufferEncoding, written: Written): void {
		this.#exchange([chunk], written);
	}

	override _writev(chunks: { chunk: Buffer }[], written: Written): void {
		this.#exchange(
			chunks.map(({ chunk }) => chunk),
			written,
		);
	}

	override _read(): void {}

	override _destroy(error: Error | null, destroyed: Written): void {
		this.#thread.off("ended", this.#onEnded);
		destroyed(error);
	}

	override _final(finished: Written): void {
		this.push(null);
		finished();
	}

	// pg calls these on a socket; a thread does not need them.
	setNoDelay(): this {
		return this;
	}
	setKeepAlive(): this {
		return this;
	}
	ref(): this {
		return this;
	}
	unref(): this {
		return this;
	}

	#exchange(chunks: Buffer[], written: Written): void {
		// Copied, because pg's buffers are slices, and only a whole buffer can be transferred to
		// the thread.
		const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
		let offset = 0;
		for (const chunk of chunks) {
			bytes.set(chunk, offset);
			offset += chunk.length;
		}
		this.#thread.query(bytes).then((answer) => {
			if (answer.length > 0) this.push(answer);
			written();
		}, written);
	}
}
