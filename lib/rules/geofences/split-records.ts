import { Pieces } from "./pieces";

/** One record of a delimited body; `bytes` is null when above the limit. Lines count from 1. */
export interface SplitRecord {
	line: number;
	bytes: Uint8Array | null;
}

const LINE_FEED = 0x0a;
/** Begins each record of a JSON text sequence (RFC 8142); such records may span lines. */
const RECORD_SEPARATOR = 0x1e;

/**
 * Splits a body into lines or, when it begins with a record separator, into the records of a JSON
 * text sequence (RFC 8142). Keeps one record of `maxBytes` and one chunk in memory.
 */
export async function* splitRecords(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<SplitRecord> {
	let delimiter: number | undefined;
	const pieces = new Pieces(maxBytes);
	let line = 1;
	let firstLine = 1;
	const take = (): SplitRecord => {
		const record = { line: firstLine, bytes: pieces.take() };
		firstLine = line;
		return record;
	};
	for await (const chunk of body) {
		if (chunk.length === 0) continue;
		delimiter ??= chunk[0] === RECORD_SEPARATOR ? RECORD_SEPARATOR : LINE_FEED;
		let start = 0;
		for (let end = chunk.indexOf(delimiter); end !== -1; end = chunk.indexOf(delimiter, start)) {
			const piece = chunk.subarray(start, end);
			pieces.add(piece);
			line += delimiter === LINE_FEED ? 1 : countLineFeeds(piece);
			yield take();
			start = end + 1;
		}
		pieces.add(chunk.subarray(start));
		if (delimiter === RECORD_SEPARATOR) line += countLineFeeds(chunk.subarray(start));
	}
	if (!pieces.empty) yield take();
}

function countLineFeeds(bytes: Uint8Array): number {
	let count = 0;
	for (let index = bytes.indexOf(LINE_FEED); index !== -1; index = bytes.indexOf(LINE_FEED, index + 1)) count += 1;
	return count;
}
