import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { TooLargeError } from "@/lib/rules/errors";

/** Size limit of an upload, and its subject for the error message. */
export interface UploadLimit {
	readonly maxBytes: number;
	/** Beginning of the message: `a targeting file`. */
	readonly what: string;
}

export interface ReceiveOptions extends UploadLimit {
	/** Aborts with an error. */
	readonly signal?: AbortSignal | undefined;
}

/** Passes the bytes of an upload through. @throws TooLargeError above the limit */
export async function* atMost(
	body: AsyncIterable<Uint8Array>,
	{ maxBytes, what }: UploadLimit,
	before = 0,
): AsyncGenerator<Uint8Array> {
	let size = before;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > maxBytes) throw new TooLargeError(`${what} has at most ${maxBytes.toLocaleString("en-US")} bytes`);
		yield chunk;
	}
}

/**
 * Writes an upload to a new file.
 * @throws TooLargeError above the limit; the caller removes the file
 */
export async function receiveFile(
	body: AsyncIterable<Uint8Array>,
	path: string,
	{ signal, ...limit }: ReceiveOptions,
): Promise<void> {
	await pipeline(atMost(body, limit), createWriteStream(path, { flags: "wx", mode: 0o600 }), signal ? { signal } : {});
}
