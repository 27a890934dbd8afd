import { setImmediate } from "node:timers/promises";

/** Rows may have one byte, so pieces are small: each is parsed in a short time. */
const PIECE_BYTES = 8_192;
/** Time after which other sessions get their turn. */
const TURN_MS = 10;

/** Gives a function for loops without I/O: it yields to other work once the turn is over. */
export function takingTurns(): () => Promise<void> {
	let since = performance.now();
	return async () => {
		if (performance.now() - since <= TURN_MS) return;
		await setImmediate();
		since = performance.now();
	};
}

/**
 * Splits a body into small pieces and yields to other work in between: refused and blank rows take
 * time, but store nothing that would be awaited.
 */
export async function* inTurns(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const turn = takingTurns();
	for await (const chunk of body) {
		for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
			await turn();
			yield chunk.subarray(start, start + PIECE_BYTES);
		}
	}
}

/** Bytes after which a piece of inline features ends. */
const FEATURES_BYTES = 65_536;

/** Splits the features of a request into JSON lists, and yields in between. */
export async function* featurePieces(features: readonly unknown[]): AsyncGenerator<Uint8Array> {
	const turn = takingTurns();
	let texts: string[] = [];
	let length = 0;
	for (const feature of features) {
		// The features were parsed from JSON, so each has a text.
		const text = JSON.stringify(feature) ?? "null";
		texts.push(text);
		length += text.length;
		if (length < FEATURES_BYTES) continue;
		yield Buffer.from(`[${texts.join()}]`);
		[texts, length] = [[], 0];
		await turn();
	}
	if (texts.length > 0) yield Buffer.from(`[${texts.join()}]`);
}
