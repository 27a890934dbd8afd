import { SIGNATURE_BYTES } from "./signatures";
import { joinBytes } from "./utf8";

export interface Head {
	head: Uint8Array;
	/** The whole body, the head included. Must be read, or closed with `return`. */
	rest: AsyncGenerator<Uint8Array>;
}

/** The first bytes of a body, which are not taken from it. */
export async function readHead(body: AsyncIterable<Uint8Array>): Promise<Head> {
	const chunks = body[Symbol.asyncIterator]();
	const first: Uint8Array[] = [];
	let length = 0;
	for (let ended = false; !ended && length < SIGNATURE_BYTES; ) {
		const part = await chunks.next();
		ended = part.done === true;
		if (part.done === true) break;
		first.push(part.value);
		length += part.value.length;
	}
	return { head: joinBytes(first), rest: following(first, chunks) };
}

/** The pieces, and then the rest of a body. */
export async function* following(first: Uint8Array[], chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
	try {
		yield* first;
		for (let part = await chunks.next(); part.done !== true; part = await chunks.next()) yield part.value;
	} finally {
		await chunks.return?.();
	}
}
