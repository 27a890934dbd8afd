import { InvalidArgumentError } from "@/lib/rules/errors";
import { LineCounter } from "./line-ends";

// These parsers import nothing of Node.js, because the import preview runs them in the browser.
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const invalidAt = (line: number) =>
	new InvalidArgumentError(`the file is not valid UTF-8 at line ${line}: save it as UTF-8`);

/** Decodes complete UTF-8 sequences. @throws InvalidArgumentError naming the invalid line */
export function decodeUtf8(bytes: Uint8Array, line: number): string {
	try {
		return STRICT.decode(bytes);
	} catch {
		throw invalidAt(lineOfInvalid(bytes, line));
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

/**
 * Decodes UTF-8 that arrives in chunks, of which the first begins in `line`.
 * @param invalid the effect of invalid bytes: they refuse the file, or become replacement
 *   characters (U+FFFD), by which the reader finds their rows
 * @throws InvalidArgumentError naming the line of invalid bytes
 */
export async function* decodeUtf8Stream(
	body: AsyncIterable<Uint8Array>,
	{ line, invalid }: { line: number; invalid: "refuse" | "replace" },
): AsyncGenerator<string> {
	const decoder = new TextDecoder("utf-8", { fatal: invalid === "refuse", ignoreBOM: true });
	const counter = new LineCounter();
	counter.line = line;
	for await (const chunk of body) {
		let text: string;
		try {
			text = decoder.decode(chunk, { stream: true });
		} catch {
			throw invalidAt(lineOfInvalid(chunk, counter.line));
		}
		yield text;
		if (invalid === "refuse") counter.add(chunk);
	}
	try {
		yield decoder.decode();
	} catch {
		throw invalidAt(counter.line);
	}
}

/** The line of the first invalid sequence of bytes that begin in `line`. */
function lineOfInvalid(bytes: Uint8Array, line: number): number {
	let start = 0;
	// The rest of a character that began in an earlier chunk.
	while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
	const text = new TextDecoder().decode(bytes.subarray(start));
	const counter = new LineCounter();
	counter.line = line;
	counter.add(new TextEncoder().encode(text.slice(0, Math.max(text.indexOf("\ufffd"), 0))));
	return counter.line;
}
