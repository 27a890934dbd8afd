import { InvalidArgumentError, TooLargeError } from "@/lib/errors";

/** How much a body may hold where a route does not say otherwise: 1 MB. */
export const DEFAULT_BODY_LIMIT = 1_000_000;

/**
 * Reads a whole request body, counting bytes as they come, whatever `Content-Length` says or leaves out.
 * Takes the limit in bytes; gives the bytes, none for a request without a body.
 * @throws TooLargeError as soon as the limit is passed, without reading on
 * @throws InvalidArgumentError when the connection ends before the body does
 */
export async function readBodyWithin(request: Request, limitBytes = DEFAULT_BODY_LIMIT): Promise<Uint8Array> {
	const declared = request.headers.get("content-length");
	if (declared !== null && Number(declared) > limitBytes) throw tooLarge(limitBytes);
	try {
		// A declared length is enforced by node:http itself: the body cannot be longer.
		if (declared !== null) return new Uint8Array(await request.arrayBuffer());
		return await countedBody(request, limitBytes);
	} catch (error) {
		if (error instanceof TooLargeError) throw error;
		throw new InvalidArgumentError("The request ended before its body was complete.");
	}
}

async function countedBody(request: Request, limitBytes: number): Promise<Uint8Array> {
	if (request.body === null) return new Uint8Array();
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = request.body.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.byteLength;
		if (size > limitBytes) {
			// The rest is left to the server, which drains or cuts the connection once the answer is out.
			reader.cancel().catch(() => undefined);
			throw tooLarge(limitBytes);
		}
		chunks.push(value);
	}
	return concatenate(chunks, size);
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
	if (chunks.length === 1 && chunks[0]) return chunks[0];
	const whole = new Uint8Array(size);
	let position = 0;
	for (const chunk of chunks) {
		whole.set(chunk, position);
		position += chunk.byteLength;
	}
	return whole;
}

function tooLarge(limitBytes: number): TooLargeError {
	return new TooLargeError(`The body is larger than the ${limitBytes} bytes that this resource accepts.`);
}
