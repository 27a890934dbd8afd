import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";

/** How much a body may hold that is read as a whole, where its route does not take more. */
export const BODY_LIMIT_BYTES = 1_048_576;

/**
 * Reads a whole request body, counting bytes as they come, whatever `Content-Length` says or leaves out.
 * Takes the limit in bytes; gives the bytes, none for a request without a body.
 * @throws TooLargeError as soon as the limit is passed, without reading on
 * @throws InvalidArgumentError when the connection ends before the body does
 */
export async function readBodyWithin(request: Request, limitBytes: number): Promise<Uint8Array> {
	refuseDeclared(request, limitBytes);
	// A declared length is enforced by node:http itself: the body cannot be longer.
	if (request.headers.has("content-length")) return wholeOf(async () => new Uint8Array(await request.arrayBuffer()));
	const chunks: Uint8Array[] = [];
	const size = await countBody(request, limitBytes, (chunk) => chunks.push(chunk));
	return concatenate(chunks, size);
}

/**
 * Reads a request body to its end without keeping it, for who is told of its size and its form and of nothing else.
 * @returns its bytes, and whether they are UTF-8
 * @throws TooLargeError, InvalidArgumentError as {@link readBodyWithin}
 */
export async function passBodyWithin(request: Request, limitBytes: number): Promise<{ size: number; isUtf8: boolean }> {
	refuseDeclared(request, limitBytes);
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let isUtf8 = true;
	const decode = (chunk?: Uint8Array) => {
		try {
			if (isUtf8) decoder.decode(chunk, { stream: chunk !== undefined });
		} catch {
			isUtf8 = false;
		}
	};
	const size = await countBody(request, limitBytes, decode);
	decode();
	return { size, isUtf8 };
}

/** @throws TooLargeError for a body that says itself that it is larger than it may be */
export function refuseDeclared(request: Request, limitBytes: number): void {
	const declared = request.headers.get("content-length");
	if (declared !== null && Number(declared) > limitBytes) throw tooLarge(limitBytes);
}

async function wholeOf<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof TooLargeError) throw error;
		throw new InvalidArgumentError("The request ended before its body was complete: nothing was changed.");
	}
}

function countBody(request: Request, limitBytes: number, take: (chunk: Uint8Array) => void): Promise<number> {
	return wholeOf(() => countedBody(request, limitBytes, take));
}

async function countedBody(request: Request, limitBytes: number, take: (chunk: Uint8Array) => void): Promise<number> {
	if (request.body === null) return 0;
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
		take(value);
	}
	return size;
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
