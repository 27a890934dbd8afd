import { setImmediate } from "node:timers/promises";

/** Rows may be a byte long: what is parsed between two looks at the clock stays little, whatever it holds. */
const PIECE_BYTES = 8_192;
/** Parsing for so long, others wait. */
const TURN_MS = 10;

/**
 * Hands a body on in small pieces, and lets everybody else have a turn in between: rows that are refused or blank cost time,
 * and nothing is stored of them that would be waited for.
 */
export async function* inTurns(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let since = performance.now();
	for await (const chunk of body) {
		for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
			if (performance.now() - since > TURN_MS) {
				await setImmediate();
				since = performance.now();
			}
			yield chunk.subarray(start, start + PIECE_BYTES);
		}
	}
}
