import { BYTE_ORDER_MARK, type CsvValue, csvRow } from "@/lib/rules/text/csv-row";
import { PIECE_CHARACTERS, streamText } from "./stream-text";

/** A CSV file: its name without the ending, its column names and its rows. */
export interface CsvFile {
	readonly name: string;
	readonly columns: readonly string[];
	readonly rows: AsyncIterable<readonly CsvValue[]>;
}

/** The media type of CSV answers, for a route's `answers`. */
export const CSV = "text/csv";

/**
 * Streams rows as a CSV file with a header line (RFC 4180, UTF-8 with a byte order mark), with one
 * piece in memory at a time.
 */
export function csvResponse(file: CsvFile): Response {
	return new Response(streamText(pieces(file)), {
		headers: {
			"Content-Type": `${CSV}; charset=utf-8; header=present`,
			"Content-Disposition": `attachment; filename="${file.name}.csv"`,
		},
	});
}

async function* pieces({ columns, rows }: CsvFile): AsyncGenerator<string, undefined> {
	let piece = BYTE_ORDER_MARK + csvRow(columns);
	for await (const row of rows) {
		piece += csvRow(row);
		if (piece.length >= PIECE_CHARACTERS) {
			yield piece;
			piece = "";
		}
	}
	if (piece !== "") yield piece;
	return undefined;
}
