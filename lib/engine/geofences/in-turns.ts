import { setImmediate } from "node:timers/promises";

/** Rows may be a byte long: what is parsed between two looks at the clock stays little, whatever it holds. */
const PIECE_BYTES = 8_192;
/** Parsing for so long, others wait. */
const TURN_MS = 10;

/** Something to wait for again and again in work that never waits by itself: once that has gone on for long, others have their turn. */
function takingTurns(): () => Promise<void> {
	let since = performance.now();
	return async () => {
		if (performance.now() - since <= TURN_MS) return;
		await setImmediate();
		since = performance.now();
	};
}

/**
 * Hands a body on in small pieces, and lets everybody else have a turn in between: rows that are refused or blank cost time,
 * and nothing is stored of them that would be waited for.
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

/** Bytes of a piece of inline features, beyond which another begins. */
const FEATURES_BYTES = 65_536;

/** Features of a request as JSON lists of some of them, with the same turns for everybody else. */
export async function* featurePieces(features: readonly unknown[]): AsyncGenerator<Uint8Array> {
	const turn = takingTurns();
	let texts: string[] = [];
	let length = 0;
	for (const feature of features) {
		// What JSON cannot say, a request cannot hold.
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
