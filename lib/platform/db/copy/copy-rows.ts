import type pg from "pg";
import { type CopiedTable, quoted } from "./copied-tables";

/** A batch of rows is about as large as this, whatever the rows are. */
const BATCH_BYTES = 1024 * 1024;
const FIRST_ROWS = 16;
const MOST_ROWS = 512;
/** A row may have megabytes after thousands of small ones: earlier rows do not predict the size. */
const MOST_ROWS_WITH_BYTES = 8;
const CURSOR = "copied_rows";

/** How values are written as texts, so that every database reads the same value from them. */
const SESSION = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, MDY'; SET LOCAL IntervalStyle = 'postgres';
	SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8';
	SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

/** Prepares a transaction for {@link readRows} and {@link writeRows}, without a limit of time. */
export async function prepareCopy(client: pg.PoolClient): Promise<void> {
	await client.query(SESSION);
}

/**
 * Reads a table by its primary key: a line of JSON for each row, an array of its cells as the
 * database writes them, or null.
 */
export async function* readRows(client: pg.PoolClient, { name, columns, key }: CopiedTable): AsyncGenerator<Buffer> {
	const cells = columns.map((column) => `${quoted(column.name)}::text`).join(", ");
	const order = key.map((part) => `${quoted(part.name)}${part.isText ? ' COLLATE "C"' : ""}`).join(", ");
	await client.query(
		`DECLARE ${CURSOR} NO SCROLL CURSOR FOR SELECT json_build_array(${cells})::text FROM ${quoted(name)} ORDER BY ${order}`,
	);
	const most = columns.some(({ type }) => type === "bytea") ? MOST_ROWS_WITH_BYTES : MOST_ROWS;
	for (let count = Math.min(FIRST_ROWS, most); ; ) {
		const text = `FETCH ${count} FROM ${CURSOR}`;
		const { rows } = await client.query<[string]>({ text, rowMode: "array" });
		if (rows.length === 0) break;
		let size = 0;
		for (const lines of inLines(rows)) {
			yield lines;
			size += lines.length;
		}
		const fitting = Math.ceil((BATCH_BYTES * rows.length) / size);
		count = Math.min(fitting, 2 * count, most);
	}
	await client.query(`CLOSE ${CURSOR}`);
}

/** Together they may be longer than a text can be. */
function* inLines(rows: readonly [string][]): Generator<Buffer> {
	let lines: string[] = [];
	let size = 0;
	for (const [row] of rows) {
		lines.push(row, "\n");
		size += row.length;
		if (size < BATCH_BYTES) continue;
		yield Buffer.from(lines.join(""));
		[lines, size] = [[], 0];
	}
	if (size > 0) yield Buffer.from(lines.join(""));
}

/**
 * Writes lines of {@link readRows} into a table.
 * @param lines whole lines in every piece, with their newlines
 */
export async function writeRows(
	client: pg.PoolClient,
	{ name, columns }: CopiedTable,
	lines: AsyncIterable<string>,
): Promise<void> {
	const names = columns.map((column) => quoted(column.name)).join(", ");
	const cells = columns.map(({ type }, place) => `(r->>${place})::${type}`).join(", ");
	const text = `INSERT INTO ${quoted(name)} (${names}) OVERRIDING SYSTEM VALUE
		SELECT ${cells} FROM jsonb_array_elements($1::jsonb) AS r`;
	for await (const piece of lines) {
		await client.query(text, [`[${piece.trimEnd().replaceAll("\n", ",")}]`]);
	}
}

/** Cuts a stream of lines into pieces of whole lines, each about as large as a batch. */
export async function* inBatches(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let waiting: Uint8Array[] = [];
	let size = 0;
	for await (const part of bytes) {
		const end = part.lastIndexOf(0x0a) + 1;
		if (end > 0 && size + end >= BATCH_BYTES) {
			yield Buffer.concat([...waiting, part.subarray(0, end)]).toString();
			[waiting, size] = [[part.subarray(end)], part.length - end];
		} else {
			waiting.push(part);
			size += part.length;
		}
	}
	if (size > 0) yield Buffer.concat(waiting).toString();
}
