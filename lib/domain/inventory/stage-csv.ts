import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { CsvRow } from "@/lib/rules/documents/csv-reader";
import { openDocument } from "@/lib/rules/documents/open-document";
import { readTable } from "@/lib/rules/documents/read-table";
import { INVENTORY_COLUMNS, type InventoryColumn, lookForInventoryColumns } from "./parquet-columns";
import { RefusalList } from "./parquet-refusals";

/** Control characters, and the replacement character of invalid UTF-8. */
const UNUSABLE = /[\p{Cc}\ufffd]/u;

/**
 * Reduces an uploaded table to `line,device_id,segment,seen_at`, one line per row. DuckDB would
 * lose rows after a stray quote in the upload itself, and the line numbers of rejected rows.
 * @param options.maxBytes of a packed upload once it is unpacked
 * @returns the malformed rows; values are validated later
 * @throws InvalidArgumentError for another format, and when the header row lacks a column
 */
export async function stageCsv(
	inputPath: string,
	stagedPath: string,
	{ maxBytes, signal }: { maxBytes: number; signal?: AbortSignal | undefined },
): Promise<RefusalList> {
	const refusals = new RefusalList();
	const output = createWriteStream(stagedPath, { mode: 0o600 });
	const written = finished(output);
	// Awaited below; until then a rejection must not count as unhandled.
	written.catch(() => undefined);
	try {
		const input = createReadStream(inputPath, { highWaterMark: 256 * 1024 });
		const document = await openDocument(input, { maxBytes });
		const tables = readTable(document, {
			find: lookForInventoryColumns,
			needed: INVENTORY_COLUMNS.join(", "),
			// Invalid UTF-8 becomes a replacement character, which refuses its row alone.
			invalidText: "replace",
		});
		for await (const { header, rows } of tables) {
			signal?.throwIfAborted();
			const lines = rows.map((row) => stageRow(row, header.columns, refusals));
			if (!output.write(lines.join(""))) await Promise.race([once(output, "drain"), written]);
		}
	} finally {
		output.end();
		await written;
	}
	return refusals;
}

/** The row as a line of the staged file, or nothing when it is rejected. */
function stageRow(row: CsvRow, columns: Record<InventoryColumn, number>, refusals: RefusalList): string {
	const { line, fields } = row;
	if (fields === null) {
		refusals.add({ line, reason: `${row.reason.charAt(0).toUpperCase()}${row.reason.slice(1)}.` });
		return "";
	}
	let staged = String(line);
	for (const column of INVENTORY_COLUMNS) {
		const value = (fields[columns[column]] as string).trim();
		staged += `,"${value.includes('"') ? value.replaceAll('"', '""') : value}"`;
	}
	// One test of the whole row; the offending value matters only for the reason.
	if (UNUSABLE.test(staged)) {
		refusals.add({ line, reason: unusableReason(fields, columns) });
		return "";
	}
	return `${staged}\n`;
}

function unusableReason(fields: readonly string[], columns: Record<InventoryColumn, number>): string {
	for (const column of INVENTORY_COLUMNS) {
		const value = (fields[columns[column]] as string).trim();
		if (value.includes("\ufffd")) return `The ${column} is not valid UTF-8.`;
		if (UNUSABLE.test(value)) return `The ${column} holds a control character.`;
	}
	return "Holds a control character.";
}
