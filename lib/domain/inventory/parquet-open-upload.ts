import { type DuckDb, type DuckDbOptions, literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { findInventoryColumns, INVENTORY_COLUMNS, type InventoryColumn } from "./parquet-columns";
import type { RawRows } from "./parquet-rules";
import { rejectUnreadable } from "./reject-unreadable";
import type { TimeForm } from "./seen-at-sql";

interface Column {
	/** quoted */
	name: string;
	type: string;
}
type Columns = Record<InventoryColumn, Column>;

/** An uploaded Parquet file. */
export interface ParquetUpload {
	rowCount: number;
	/** The rows of these numbers, which count from 1; the reader skips what lies before. */
	rows(from: number, to: number): RawRows;
}

/** Rows that any file may have, and per byte of a file: repeated rows take no space in Parquet. */
export const MOST_ROWS = { anyway: 1_000_000, perByte: 100 } as const;

/** The column by which the reader numbers rows. */
const ROW_NUMBER = "file_row_number";

/**
 * Opens an uploaded Parquet file. Device ids may be text, UUID or bytes; segments text or whole
 * numbers; times text, whole numbers, timestamps or dates. Text may lack its mark.
 * @param options for a copy of a file that has a column of the reader's own name
 * @throws InvalidArgumentError for an invalid file, a missing column, an unsupported type, or more
 * rows than its size explains
 */
export async function openParquetUpload(db: DuckDb, path: string, options: DuckDbOptions): Promise<ParquetUpload> {
	const [file] = await db
		.rows(`SELECT num_rows, file_size_bytes FROM parquet_file_metadata(${literal(path)})`)
		.catch(rejectUnreadable);
	const [rowCount, bytes] = [Number(file?.num_rows), Number(file?.file_size_bytes)];
	if (rowCount > MOST_ROWS.anyway + MOST_ROWS.perByte * bytes) {
		throw new InvalidArgumentError(
			`the file has ${rowCount} rows in ${bytes} bytes: rows that repeat are one visit, and must be left out`,
		);
	}
	const names = await topLevelNames(db, path);
	const positions = findInventoryColumns(names);
	const source = names.some((name) => name.toLowerCase() === ROW_NUMBER)
		? await copyColumns(path, positions, options)
		: path;
	const described = await db.rows(`DESCRIBE SELECT * FROM ${relationOf(source)}`).catch(rejectUnreadable);
	const at = source === path ? positions : { device_id: 0, segment: 1, seen_at: 2 };
	const columnAt = (position: number): Column => ({
		name: quoted(String(described[position]?.column_name)),
		type: String(described[position]?.column_type),
	});
	const columns: Columns = {
		device_id: columnAt(at.device_id),
		segment: columnAt(at.segment),
		seen_at: columnAt(at.seen_at),
	};
	const time = timeSql(columns.seen_at);
	const texts = `${await deviceSql(db, source, columns.device_id)} AS device_id, ${segmentSql(columns.segment)} AS segment,
		${time.sql} AS seen_at`;
	return {
		rowCount,
		rows: (from, to) => ({
			sql: `(SELECT ${ROW_NUMBER} + 1 AS line, ${texts} FROM ${relationOf(source, ", file_row_number = true")}
				WHERE ${ROW_NUMBER} BETWEEN ${from - 1} AND ${to - 1})`,
			timeForm: time.form,
		}),
	};
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Directories of the path must not become columns, as `a=b` would. */
const relationOf = (path: string, options = "") =>
	`read_parquet(${literal(path)}, hive_partitioning = false${options})`;

/** The columns as the file names them: the reader renames those that it holds for repeated. */
async function topLevelNames(db: DuckDb, path: string): Promise<string[]> {
	const elements = await db
		.rows(`SELECT name, num_children FROM parquet_schema(${literal(path)})`)
		.catch(rejectUnreadable);
	const names: string[] = [];
	let inside = 0;
	for (const { name, num_children } of elements.slice(1)) {
		if (inside === 0) names.push(String(name));
		else inside -= 1;
		inside += Number(num_children ?? 0);
	}
	return names;
}

/** Copies the needed columns in the file's order. */
async function copyColumns(
	path: string,
	positions: Record<InventoryColumn, number>,
	options: DuckDbOptions,
): Promise<string> {
	const copy = `${path}.copy`;
	await withDuckDb({ ...options, keepOrder: true }, async (db) => {
		const described = await db.rows(`DESCRIBE SELECT * FROM ${relationOf(path)}`).catch(rejectUnreadable);
		const columns = INVENTORY_COLUMNS.map(
			(column) => `${quoted(String(described[positions[column]]?.column_name))} AS ${column}`,
		);
		await db
			.run(`COPY (SELECT ${columns.join(", ")} FROM ${relationOf(path)}) TO ${literal(copy)} (FORMAT parquet)`)
			.catch(rejectUnreadable);
	});
	return copy;
}

/** SQL for a device id as text. */
async function deviceSql(db: DuckDb, path: string, { name, type }: Column): Promise<string> {
	if (type === "UUID" || isText(type)) return `${name}::VARCHAR`;
	if (type !== "BLOB") wrongType("device_id", type, "text, UUID or bytes");
	// A short text without its mark must not be taken for the bytes of an id.
	const [bytes] = await db
		.rows(`SELECT 1 FROM ${relationOf(path)} WHERE octet_length(${name}) IN (16, 20, 32)
			AND coalesce(regexp_matches(TRY(decode(${name})), '[\\x00-\\x1f\\x7f-\\x{9f}]'), true) LIMIT 1`)
		.catch(rejectUnreadable);
	// The cast writes bytes that are no letters as \xNN, which no id has.
	const text = `${name}::VARCHAR`;
	if (bytes === undefined) return text;
	return `CASE WHEN octet_length(${name}) IN (16, 20) OR (octet_length(${name}) = 32 AND NOT regexp_full_match(${text}, '[0-9A-Fa-f]{32}'))
		THEN hex(${name}) ELSE ${text} END`;
}

const isText = (type: string) => type === "VARCHAR" || type.startsWith("ENUM");
const isWhole = (type: string) => /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type);

/** Bytes as text; those that are not UTF-8 are one replacement character. */
const decoded = (name: string) => `CASE WHEN ${name} IS NOT NULL THEN coalesce(TRY(decode(${name})), chr(65533)) END`;

function segmentSql({ name, type }: Column): string {
	if (type === "BLOB") return decoded(name);
	if (isText(type) || isWhole(type)) return `${name}::VARCHAR`;
	return wrongType("segment", type, "text or whole numbers");
}

/** SQL for a time in UTC, or for the text or number of which it is made. */
function timeSql({ name, type }: Column): { sql: string; form: TimeForm } {
	if (type === "BLOB") return { sql: decoded(name), form: "text" };
	if (isText(type)) return { sql: `${name}::VARCHAR`, form: "text" };
	if (isWhole(type)) return { sql: `TRY_CAST(${name} AS BIGINT)`, form: "number" };
	// Of a DOUBLE and a DECIMAL, whole numbers alone; a FLOAT has no room for seconds.
	if (type === "DOUBLE" || type.startsWith("DECIMAL")) {
		return { sql: `CASE WHEN ${name} = trunc(${name}) THEN TRY_CAST(${name} AS BIGINT) END`, form: "number" };
	}
	if (type === "TIMESTAMP WITH TIME ZONE") return { sql: `${name} AT TIME ZONE 'UTC'`, form: "timestamp" };
	if (type.startsWith("TIMESTAMP") || type === "DATE") {
		return { sql: `TRY_CAST(${name} AS TIMESTAMP)`, form: "timestamp" };
	}
	return wrongType("seen_at", type, "timestamp, date, text or whole numbers");
}

function wrongType(column: InventoryColumn, found: string, expected: string): never {
	throw new InvalidArgumentError(`the column ${column} must be of type ${expected}, and is ${found}`);
}
