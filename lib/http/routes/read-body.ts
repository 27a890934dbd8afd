import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";

/** The default size limit of a body that is read as a whole. */
export const BODY_LIMIT_BYTES = 1_048_576;

/**
 * Reads a whole request body and counts its bytes, whatever `Content-Length` says. Returns an empty
 * array without a body.
 * @throws TooLargeError as soon as the limit is passed
 * @throws InvalidArgumentError when the connection ends before the body does
 */
export async function readBodyWithin(request: Request, limitBytes: number): Promise<Uint8Array> {
	refuseDeclared(request, limitBytes);
	// node:http enforces the declared length.
	if (request.headers.has("content-length")) return wholeOf(async () => new Uint8Array(await request.arrayBuffer()));
	const chunks: Uint8Array[] = [];
	const size = await countBody(request, limitBytes, (chunk) => chunks.push(chunk));
	return concatenate(chunks, size);
}

/**
 * Reads a request body without keeping it, for a caller without a valid credential.
 * @returns its size in bytes, and whether it is UTF-8
 * @throws TooLargeError, InvalidArgumentError as {@link readBodyWithin}
 */
export async function passBodyWithin(request: Request, limitBytes: number): Promise<{ size: number; isUtf8: boolean }> {
	refuseDeclared(request, limitBytes);
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let isUtf8 = true;
	const decode = (chunk?: Uint8Array) => {
		try {
			decoder.decode(chunk, { stream: chunk !== undefined });
		} catch {
			isUtf8 = false;
		}
	};
	const size = await countBody(request, limitBytes, decode);
	decode();
	return { size, isUtf8 };
}

/** @throws TooLargeError for a declared length above the limit */
export function refuseDeclared(request: Request, limitBytes: number): void {
	const declared = Number(request.headers.get("content-length") ?? 0);
	if (declared > limitBytes) throw tooLarge(limitBytes);
}

async function wholeOf<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof TooLargeError) throw error;
		throw new InvalidArgumentError("the request ended before its body was complete: nothing was changed");
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
			// The server drains or cuts the connection after the answer.
			reader.cancel().catch(() => undefined);
			throw tooLarge(limitBytes);
		}
		take(value);
	}
	return size;
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
	const whole = new Uint8Array(size);
	let position = 0;
	for (const chunk of chunks) {
		whole.set(chunk, position);
		position += chunk.byteLength;
	}
	return whole;
}

function tooLarge(limitBytes: number): TooLargeError {
	return new TooLargeError(`the body must be at most ${limitBytes} bytes`);
}
