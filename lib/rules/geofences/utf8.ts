import { InvalidArgumentError } from "@/lib/rules/errors";

// These parsers import nothing of Node.js, because the import preview runs them in the browser.
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes complete UTF-8 sequences. @throws InvalidArgumentError naming the invalid line */
export function decodeUtf8(bytes: Uint8Array, line: number): string {
	try {
		return STRICT.decode(bytes);
	} catch {
		throw new InvalidArgumentError(`the file is not valid UTF-8 at line ${line}`);
	}
}

/** Concatenates the pieces. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
	const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
	let end = 0;
	for (const piece of pieces) {
		all.set(piece, end);
		end += piece.length;
	}
	return all;
}

/** Decodes a body without its byte order mark. @throws InvalidArgumentError for invalid UTF-8 */
export async function* decodeUtf8Stream(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	const decode = (bytes?: Uint8Array) => {
		try {
			return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
		} catch {
			throw new InvalidArgumentError("the file must be UTF-8");
		}
	};
	for await (const chunk of withoutByteOrderMark(body)) yield decode(chunk);
	yield decode();
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Strips a byte order mark, even when it spans chunks. @throws InvalidArgumentError for UTF-16 */
export async function* withoutByteOrderMark(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let head: Uint8Array | undefined = new Uint8Array(0);
	for await (const chunk of body) {
		if (head === undefined) {
			yield chunk;
			continue;
		}
		head = head.length === 0 ? chunk : joinBytes([head, chunk]);
		if (head.length < 3) continue;
		yield stripMark(head);
		head = undefined;
	}
	if (head !== undefined && head.length > 0) yield head;
}

function stripMark(head: Uint8Array): Uint8Array {
	if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
		throw new InvalidArgumentError("the file must be UTF-8, and is UTF-16");
	}
	return BYTE_ORDER_MARK.every((byte, index) => head[index] === byte) ? head.subarray(3) : head;
}
