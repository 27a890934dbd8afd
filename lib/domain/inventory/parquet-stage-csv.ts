import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { CsvReader, type CsvRow } from "@/lib/rules/geofences/csv-reader";
import { findInventoryColumns, INVENTORY_COLUMNS, type InventoryColumn } from "./parquet-columns";
import { RefusalList } from "./parquet-refusals";

/** Control characters, and the replacement character of invalid UTF-8. */
const UNUSABLE = /[\p{Cc}\ufffd]/u;

/**
 * Reduces an uploaded CSV to `line,device_id,segment,seen_at`, one line per row. DuckDB would lose
 * rows after a stray quote in the upload itself, and the line numbers of rejected rows.
 * @returns the malformed rows; values are validated later
 * @throws InvalidArgumentError when the header row lacks a column
 */
export async function stageCsv(inputPath: string, stagedPath: string, signal?: AbortSignal): Promise<RefusalList> {
	const refusals = new RefusalList();
	const reader = new CsvReader(",");
	// Not `fatal`: invalid UTF-8 becomes a replacement character, which rejects its row alone.
	const decoder = new TextDecoder("utf-8");
	const output = createWriteStream(stagedPath, { mode: 0o600 });
	const written = finished(output);
	// Awaited below; until then a rejection must not count as unhandled.
	written.catch(() => undefined);
	let header: { columns: Record<InventoryColumn, number>; count: number } | undefined;
	const stage = async (rows: CsvRow[]) => {
		const lines: string[] = [];
		for (const row of rows) {
			if (header === undefined) header = readHeader(row);
			else lines.push(stageRow(row, header, refusals));
		}
		if (!output.write(lines.join(""))) await Promise.race([once(output, "drain"), written]);
	};
	try {
		for await (const chunk of createReadStream(inputPath, { highWaterMark: 256 * 1024 })) {
			signal?.throwIfAborted();
			await stage(reader.push(decoder.decode(chunk as Uint8Array, { stream: true })));
		}
		await stage(reader.push(decoder.decode()));
		await stage(reader.end());
		if (header === undefined) {
			throw new InvalidArgumentError(`the file is empty: its first row must name ${INVENTORY_COLUMNS.join(", ")}`);
		}
	} finally {
		output.end();
		await written;
	}
	return refusals;
}

function readHeader(row: CsvRow): { columns: Record<InventoryColumn, number>; count: number } {
	if (row.fields === null) throw new InvalidArgumentError(`the header row cannot be read: ${row.reason}`);
	return { columns: findInventoryColumns(row.fields), count: row.fields.length };
}

/** The row as a line of the staged file, or nothing when it is rejected. */
function stageRow(
	row: CsvRow,
	{ columns, count }: { columns: Record<InventoryColumn, number>; count: number },
	refusals: RefusalList,
): string {
	const { line, fields } = row;
	if (fields === null) {
		refusals.add({ line, reason: `${row.reason.charAt(0).toUpperCase()}${row.reason.slice(1)}.` });
		return "";
	}
	if (fields.length !== count) {
		refusals.add({
			line,
			reason: `${fields.length} ${fields.length === 1 ? "column" : "columns"}, expected ${count}.`,
		});
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
