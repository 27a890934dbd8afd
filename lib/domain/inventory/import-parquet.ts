import { open, rm } from "node:fs/promises";
import { type DuckDb, type DuckDbOptions, literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import type { DeviceIdKind } from "@/lib/formats/meta";
import { allRowsRefused, tooManyRowsRefused } from "@/lib/rules/documents/rows-refused";
import { isParquet } from "@/lib/rules/documents/signatures";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { openParquetUpload, type ParquetUpload } from "./parquet-open-upload";
import { LISTED_REFUSALS, RefusalList, type RefusedRow } from "./parquet-refusals";
import { JUDGED_COLUMNS, judgedSql, KINDS, OTHER_KIND, type RawRows, reasonOf } from "./parquet-rules";
import { stageCsv } from "./parquet-stage-csv";
import { rejectUnreadable } from "./parquet-unreadable";

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
 * a table or Parquet file become a Parquet file of distinct rows, ordered by device. Device ids are
 * UUIDs, SHA-1s or SHA-256s, ignoring case and hyphens; the first valid one decides the kind. An
 * invalid row is rejected alone.
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
			// Materialized, so that each row is judged once; spills to disk.
			await db.run(`CREATE TEMP TABLE judged (${JUDGED_COLUMNS})`);
			if (isTable) await judge(db, { sql: stagedRelation(stagedPath), timeForm: "text" }, now);
			else await judgeParquet(db, await openParquetUpload(db, inputPath, options), now);
			const deviceIdKind = await findKind(db);
			await listRefusals(db, deviceIdKind, refusals);
			await db.run(`COPY (SELECT DISTINCT ${deviceIdKind === "uuid" ? "uuid" : "hash"} AS device_id, segment, seen_at
				FROM judged WHERE ${isTaken(deviceIdKind)} ORDER BY device_id, segment, seen_at)
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

const judge = (db: DuckDb, rows: RawRows, now: Date) => db.run(`INSERT INTO judged ${judgedSql(rows, now)}`);

/** Rows of a Parquet file between two looks at what was refused. */
const ROWS_AT_ONCE = 2_000_000;
const MOST_REFUSALS = 1_000_000;

/** @throws InvalidArgumentError for damaged pages, and when more than a million rows are refused */
async function judgeParquet(db: DuckDb, upload: ParquetUpload, now: Date): Promise<void> {
	let refused = 0;
	for (let from = 1; from <= upload.rowCount; from += ROWS_AT_ONCE) {
		await judge(db, upload.rows(from, from + ROWS_AT_ONCE - 1), now).catch(rejectUnreadable);
		const [counted] = await db.rows(`SELECT count(fault) AS refused FROM judged WHERE line >= ${from}`);
		refused += Number(counted?.refused);
		if (refused <= MOST_REFUSALS) continue;
		const refusals = new RefusalList();
		await listRefusals(db, await findKind(db), refusals);
		throw tooManyRowsRefused(MOST_REFUSALS, refusals);
	}
}

/** Kind of the first valid device id in file order; `uuid` when there is none. */
async function findKind(db: DuckDb): Promise<DeviceIdKind> {
	const [first] = await db.rows("SELECT arg_min(kind, line) AS kind FROM judged WHERE kind IS NOT NULL");
	return KINDS[Number(first?.kind ?? 1) - 1] ?? "uuid";
}

/** SQL for the rows to take. */
const isTaken = (kind: DeviceIdKind) => `fault IS NULL AND kind = ${KINDS.indexOf(kind) + 1}`;

async function listRefusals(db: DuckDb, kind: DeviceIdKind, refusals: RefusalList): Promise<void> {
	const [counted] = await db.rows(`SELECT count(*) AS refused FROM judged WHERE NOT (${isTaken(kind)})`);
	const count = Number(counted?.refused);
	if (count === 0) return;
	const first = await db.rows(`SELECT line, kind,
			CASE WHEN kind <> ${KINDS.indexOf(kind) + 1} THEN ${OTHER_KIND} ELSE fault END AS fault
		FROM judged WHERE NOT (${isTaken(kind)}) ORDER BY line LIMIT ${LISTED_REFUSALS}`);
	refusals.merge(
		count,
		first.map((row) => ({
			line: Number(row.line),
			reason: reasonOf(Number(row.fault), KINDS[Number(row.kind ?? 1) - 1] ?? "uuid", kind),
		})),
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
function refuseNothing(refusals: RefusalList): never {
	if (refusals.count === 0) throw new InvalidArgumentError("the file has no rows, and the data were not changed");
	throw allRowsRefused(refusals);
}
