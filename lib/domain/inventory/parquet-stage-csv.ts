import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { CsvReader, type CsvRow } from "@/lib/rules/geofences/csv-reader";
import { findInventoryColumns, INVENTORY_COLUMNS, type InventoryColumn } from "./parquet-columns";
import { RefusalList } from "./parquet-refusals";

/** What cannot stand in a line of the staged file, and what stands for bytes that are not UTF-8. */
const UNUSABLE = /[\p{Cc}\ufffd]/u;

/**
 * Reduces an uploaded CSV to a file that DuckDB cannot misread: `line,device_id,segment,seen_at`, every row on one line.
 * DuckDB reads that at full speed; given the upload itself it would lose the rows after one with a stray quote, and would
 * not know the lines of those that it refuses.
 * @returns the rows refused for their form; what they say is judged later
 * @throws InvalidArgumentError when the header row does not name the columns
 */
export async function stageCsv(inputPath: string, stagedPath: string, signal?: AbortSignal): Promise<RefusalList> {
	const refusals = new RefusalList();
	const reader = new CsvReader(",");
	// Without `fatal`: bytes that are not UTF-8 cost their row alone, which then holds a replacement character.
	const decoder = new TextDecoder("utf-8");
	const output = createWriteStream(stagedPath, { mode: 0o600 });
	const written = finished(output);
	// Awaited below; a failure in between must not count as unhandled.
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
			throw new InvalidArgumentError(`The file is empty: its first row must name ${INVENTORY_COLUMNS.join(", ")}.`);
		}
	} finally {
		output.end();
		await written;
	}
	return refusals;
}

function readHeader(row: CsvRow): { columns: Record<InventoryColumn, number>; count: number } {
	if (row.fields === null) throw new InvalidArgumentError(`The header row cannot be read: ${row.reason}.`);
	return { columns: findInventoryColumns(row.fields), count: row.fields.length };
}

/** The row as a line of the staged file; nothing where it is refused. */
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
		refusals.add({ line, reason: `Has ${fields.length} fields, and the header row ${count}.` });
		return "";
	}
	let staged = String(line);
	for (const column of INVENTORY_COLUMNS) {
		const value = (fields[columns[column]] as string).trim();
		staged += `,"${value.includes('"') ? value.replaceAll('"', '""') : value}"`;
	}
	// One look at the whole row: which of its values it is matters only where it is refused.
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
