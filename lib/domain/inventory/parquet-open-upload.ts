import { type DuckDb, literal } from "@/lib/engine/audience/duckdb";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { findInventoryColumns, INVENTORY_COLUMNS, type InventoryColumn } from "./parquet-columns";
import { parsedRows } from "./parquet-rules";

/** SQL that converts a column to text for device ids and segments; null for unsupported types. */
function asText(column: string, type: string): string | null {
	if (type === "UUID" || type === "VARCHAR" || type.startsWith("ENUM")) return `${column}::VARCHAR`;
	return type === "BLOB" ? `hex(${column})` : null;
}

/** SQL that converts a column to a UTC time; `isText` when it has to be parsed. */
function asTime(column: string, type: string): { sql: string; isText: boolean } | null {
	if (type === "VARCHAR") return { sql: `trim(${column})`, isText: true };
	if (type === "TIMESTAMP WITH TIME ZONE") return { sql: `${column} AT TIME ZONE 'UTC'`, isText: false };
	return type.startsWith("TIMESTAMP") || type === "DATE"
		? { sql: `TRY_CAST(${column} AS TIMESTAMP)`, isText: false }
		: null;
}

/**
 * Relation of the parsed rows (see `parsedRows`) of an uploaded Parquet file, numbered from 1.
 * Device ids may be text, UUID or bytes; times text, timestamp or date.
 * @throws InvalidArgumentError for an invalid file, a missing column, or an unsupported type
 */
export async function openParquetUpload(db: DuckDb, path: string): Promise<string> {
	const relation = `read_parquet(${literal(path)}, file_row_number = true)`;
	const described = await db.rows(`DESCRIBE SELECT * EXCLUDE (file_row_number) FROM ${relation}`).catch(unreadable);
	const positions = findInventoryColumns(described.map((column) => String(column.column_name)));
	const column = (name: InventoryColumn) => {
		const { column_name, column_type } = described[positions[name]] as Record<string, unknown>;
		return { sql: `"${String(column_name).replaceAll('"', '""')}"`, type: String(column_type) };
	};
	const [device, segment, seenAt] = INVENTORY_COLUMNS.map(column) as [Column, Column, Column];
	const texts = { device_id: asText(device.sql, device.type), segment: asText(segment.sql, segment.type) };
	const time = asTime(seenAt.sql, seenAt.type);
	if (texts.device_id === null) wrongType("device_id", device.type, "text, UUID or bytes");
	if (texts.segment === null || segment.type === "BLOB") wrongType("segment", segment.type, "text");
	if (time === null) return wrongType("seen_at", seenAt.type, "timestamp, date or text");
	const raw = `(SELECT file_row_number + 1 AS line, ${texts.device_id} AS device_id, ${texts.segment} AS segment,
		${time.sql} AS seen_at FROM ${relation})`;
	// Reads every page once, to distinguish a damaged file from an internal error.
	await db.run(`SELECT count(*) FROM ${raw} WHERE hash(device_id, segment, seen_at) = 0`).catch(unreadable);
	return parsedRows(raw, time.isText);
}

function unreadable(error: unknown): never {
	if (error instanceof Error && /^(Out of Memory|INTERRUPT)/i.test(error.message)) throw error;
	throw new InvalidArgumentError("the file cannot be read as Parquet");
}

interface Column {
	sql: string;
	type: string;
}

function wrongType(column: InventoryColumn, found: string, expected: string): never {
	throw new InvalidArgumentError(`the column ${column} must be of type ${expected}, and is ${found}`);
}
