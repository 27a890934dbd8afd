import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { TooLargeError } from "@/lib/rules/errors";

/** How much of an upload is taken, and what it is called when it is more. */
export interface UploadLimit {
	readonly maxBytes: number;
	/** As a sentence begins with it: `A targeting file`. */
	readonly what: string;
}

export interface ReceiveOptions extends UploadLimit {
	/** Ends the receiving with an error. */
	readonly signal?: AbortSignal | undefined;
}

/** The bytes of an upload. @throws TooLargeError as soon as there are more than there may be, without reading on */
export async function* atMost(
	body: AsyncIterable<Uint8Array>,
	{ maxBytes, what }: UploadLimit,
): AsyncGenerator<Uint8Array> {
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > maxBytes) throw new TooLargeError(`${what} has at most ${maxBytes.toLocaleString("en-US")} bytes.`);
		yield chunk;
	}
}

/**
 * Writes an upload to a new file as it comes in.
 * @throws TooLargeError as soon as it is larger than it may be, without reading on; the file is the caller's to remove
 */
export async function receiveFile(
	body: AsyncIterable<Uint8Array>,
	path: string,
	{ signal, ...limit }: ReceiveOptions,
): Promise<void> {
	await pipeline(atMost(body, limit), createWriteStream(path, { flags: "wx", mode: 0o600 }), signal ? { signal } : {});
}
