import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";

/**
 * Unpacks gzip, at most `maxBytes` of it: a small file may hold any amount.
 * @throws InvalidArgumentError for a damaged file, TooLargeError beyond the limit, and the errors
 *   of `body`
 */
export async function* gunzip(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
	const stream = new DecompressionStream("gzip");
	const reader = stream.readable.getReader();
	const source = { failed: false, reason: undefined as unknown };
	const pumped = pump(body, stream.writable.getWriter(), (reason) => Object.assign(source, { failed: true, reason }));
	const read = () =>
		reader.read().catch(() => {
			if (source.failed) throw source.reason;
			throw new InvalidArgumentError("the file is gzip that is damaged or not complete");
		});
	let size = 0;
	try {
		for (let part = await read(); !part.done; part = await read()) {
			size += part.value.length;
			if (size > maxBytes) {
				throw new TooLargeError(`the file unpacks to more than ${maxBytes.toLocaleString("en-US")} bytes`);
			}
			yield part.value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
		await pumped;
	}
}

/** Writes the body until it ends, fails, or nothing more is taken; never rejects. */
async function pump(
	body: AsyncIterable<Uint8Array>,
	writer: WritableStreamDefaultWriter<BufferSource>,
	onFailure: (reason: unknown) => void,
): Promise<void> {
	const chunks = body[Symbol.asyncIterator]();
	const next = () =>
		chunks.next().catch((reason: unknown) => {
			onFailure(reason);
			throw reason;
		});
	try {
		// A copy, as a chunk may be a part of a buffer that is used again.
		for (let part = await next(); part.done !== true; part = await next())
			await writer.write(new Uint8Array(part.value));
		await writer.close();
	} catch (reason) {
		await writer.abort(reason).catch(() => undefined);
		await chunks.return?.();
	}
}
