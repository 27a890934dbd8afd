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

/** Rows that are there already, with the same turns for everybody else between them. */
export async function* eachInTurn<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
	const turn = takingTurns();
	for (const row of rows) {
		await turn();
		yield row;
	}
}
