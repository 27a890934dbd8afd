import { open, rm } from "node:fs/promises";
import { type DuckDb, type DuckDbOptions, literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import { isParquet } from "@/lib/rules/documents/signatures";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { openParquetUpload } from "./parquet-open-upload";
import { LISTED_REFUSALS, RefusalList, type RefusedRow } from "./parquet-refusals";
import { type DeviceIdKind, parsedRows, refusalSql } from "./parquet-rules";
import { stageCsv } from "./parquet-stage-csv";

export interface InventoryUpload {
	/** the upload on disk: its content decides whether it is Parquet or a table */
	inputPath: string;
	/** bytes of a packed table once it is unpacked */
	maxBytes: number;
	/** where the normalized Parquet file is written */
	outputPath: string;
	/** limit of `seen_at`, which must not be in the future */
	now: Date;
}

export interface InventoryIntake {
	/** distinct rows */
	rows: number;
	devices: number;
	segments: number;
	refusedRows: number;
	/** the first 100; `line` counts from 1, with the header row of a CSV file */
	refused: readonly RefusedRow[];
	/** rounded down to milliseconds; null for a file without rows */
	newestSeenAt: Date | null;
	deviceIdKind: DeviceIdKind;
}

/** Rows per group: small enough to skip unused segments, large enough to compress. */
const ROW_GROUP_SIZE = 122_880;

/**
 * Imports inventory data (docs/contract.md, Inventory data): rows `device_id, segment, seen_at` of
 * a CSV or Parquet file become a Parquet file of distinct rows, ordered by device. Device ids are
 * UUIDs or SHA-1s, ignoring case and hyphens; the first valid one decides the kind. An invalid row
 * is rejected alone. Values are trimmed.
 * @throws InvalidArgumentError when the file is unreadable, lacks a column, or has no valid row
 */
export async function importParquet(upload: InventoryUpload, options: DuckDbOptions): Promise<InventoryIntake> {
	const { inputPath, maxBytes, outputPath, now } = upload;
	const stagedPath = `${outputPath}.staged.csv`;
	try {
		const isTable = !isParquet(await readHead(inputPath));
		const refusals = isTable
			? await stageCsv(inputPath, stagedPath, { maxBytes, signal: options.signal })
			: new RefusalList();
		return await withDuckDb(options, async (db) => {
			const rows = isTable ? parsedRows(stagedRelation(stagedPath), true) : await openParquetUpload(db, inputPath);
			const deviceIdKind = await findKind(db, rows);
			// Materialized, so that each row is validated once; spills to disk.
			await db.run(`CREATE TEMP TABLE judged AS
				SELECT line, ${deviceIdKind} AS device_id, segment, seen_at, ${refusalSql(deviceIdKind, now)} AS reason FROM (${rows})`);
			await listRefusals(db, refusals);
			await db.run(`COPY (SELECT DISTINCT device_id, segment, seen_at FROM judged
				WHERE reason IS NULL ORDER BY device_id, segment, seen_at)
				TO ${literal(outputPath)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_SIZE})`);
			const summary = await summarise(db, outputPath);
			if (summary.rows === 0) refuseNothing(refusals);
			return { ...summary, refusedRows: refusals.count, refused: refusals.rows, deviceIdKind };
		});
	} catch (error) {
		await rm(outputPath, { force: true });
		throw error;
	} finally {
		await rm(stagedPath, { force: true });
	}
}

/** The first bytes of a file. */
async function readHead(path: string): Promise<Uint8Array> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

/** Relation of a file of `stageCsv`, with an explicit format instead of detection. */
function stagedRelation(path: string): string {
	return `read_csv(${literal(path)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
		columns = { line: 'BIGINT', device_id: 'VARCHAR', segment: 'VARCHAR', seen_at: 'VARCHAR' })`;
}

/** Rows to search for the first valid device id before a full scan. */
const FIRST_ROWS = 10_000;

/** Kind of the first valid device id in file order; `uuid` when there is none. */
async function findKind(db: DuckDb, rows: string): Promise<DeviceIdKind> {
	for (const condition of [`line <= ${FIRST_ROWS}`, "true"]) {
		const [first] = await db.rows(`SELECT arg_min(uuid IS NOT NULL, line) AS is_uuid FROM (${rows})
			WHERE ${condition} AND (uuid IS NOT NULL OR sha1 IS NOT NULL) AND NOT regexp_full_match(hex, '0+')`);
		if (typeof first?.is_uuid === "boolean") return first.is_uuid ? "uuid" : "sha1";
	}
	return "uuid";
}

async function listRefusals(db: DuckDb, refusals: RefusalList): Promise<void> {
	const [counted] = await db.rows("SELECT count(reason) AS refused FROM judged");
	const count = Number(counted?.refused);
	if (count === 0) return;
	const first = await db.rows(
		`SELECT line, reason FROM judged WHERE reason IS NOT NULL ORDER BY line LIMIT ${LISTED_REFUSALS}`,
	);
	refusals.merge(
		count,
		first.map(({ line, reason }) => ({ line: Number(line), reason: String(reason) })),
	);
}

async function summarise(
	db: DuckDb,
	path: string,
): Promise<Pick<InventoryIntake, "rows" | "devices" | "segments" | "newestSeenAt">> {
	const [summary] = await db.rows(`SELECT count(*) AS rows, count(DISTINCT device_id) AS devices,
		count(DISTINCT segment) AS segments, epoch_ms(max(seen_at)) AS newest FROM read_parquet(${literal(path)})`);
	return {
		rows: Number(summary?.rows),
		devices: Number(summary?.devices),
		segments: Number(summary?.segments),
		newestSeenAt: typeof summary?.newest === "bigint" ? new Date(Number(summary.newest)) : null,
	};
}

/** A file that is read as nothing must not replace existing data. */
function refuseNothing({ count, rows }: RefusalList): never {
	const [first] = rows;
	if (first === undefined) throw new InvalidArgumentError("the file has no rows, and the data were not changed");
	throw new InvalidArgumentError(
		`all ${count} rows are refused, the first (line ${first.line}) because: ${first.reason}`,
		{
			detail: { refused_row_count: count, refused: rows },
		},
	);
}
