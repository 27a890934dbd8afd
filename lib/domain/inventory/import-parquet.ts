import { open, rm } from "node:fs/promises";
import { type DuckDb, type DuckDbOptions, literal, withDuckDb } from "@/lib/engine/audience/duckdb";
import type { DeviceIdKind } from "@/lib/formats/meta";
import { allRowsRefused, tooManyRowsRefused } from "@/lib/rules/documents/rows-refused";
import { isParquet } from "@/lib/rules/documents/signatures";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { openParquetUpload, type ParquetUpload } from "./parquet-open-upload";
import { LISTED_REFUSALS, RefusalList, type RefusedRow } from "./parquet-refusals";
import { JUDGED_COLUMNS, judgedSql, KINDS, OTHER_KIND, type RawRows, reasonOf } from "./parquet-rules";
import { rejectUnreadable } from "./reject-unreadable";
import { stageCsv } from "./stage-csv";
import { summarizeVisits, type VisitSummary } from "./summarize-visits";
import { timestampSql, writeVisits } from "./write-visits";

export interface InventoryUpload {
	/** the upload on disk: its content decides whether it is Parquet or a table */
	inputPath: string;
	/** bytes of a packed table once it is unpacked */
	maxBytes: number;
	/** where the normalized Parquet file is written */
	outputPath: string;
	/** limit of `seen_at`, which must not be in the future */
	now: Date;
	/** earlier visits are left out */
	keptSince?: Date | null;
}

export interface InventoryIntake extends VisitSummary {
	/** rows that are older than the source keeps */
	expiredRows: number;
	refusedRows: number;
	/** the first 100; `line` counts from 1, with the header row of a CSV file */
	refused: readonly RefusedRow[];
	deviceIdKind: DeviceIdKind;
}

/**
 * Imports inventory data (docs/contract.md, Inventory data): rows `device_id, segment, seen_at` of
 * a table or Parquet file become a Parquet file of distinct rows, ordered by device. Device ids are
 * UUIDs, SHA-1s or SHA-256s, ignoring case and hyphens; the first valid one decides the kind. An
 * invalid row is rejected alone.
 * @throws InvalidArgumentError when the file is unreadable, lacks a column, or has no valid row
 */
export async function importParquet(upload: InventoryUpload, options: DuckDbOptions): Promise<InventoryIntake> {
	const { inputPath, maxBytes, outputPath, now, keptSince = null } = upload;
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
			const isKept = keptSince === null ? "true" : `seen_at >= ${timestampSql(keptSince)}`;
			await writeVisits(
				db,
				`SELECT DISTINCT ${deviceIdKind === "uuid" ? "uuid" : "hash"} AS device_id, segment, seen_at
				FROM judged WHERE ${isTaken(deviceIdKind)} AND ${isKept}`,
				outputPath,
			);
			const summary = await summarizeVisits(db, [outputPath]);
			const [expired] = await db.rows(
				`SELECT count(*) AS rows FROM judged WHERE ${isTaken(deviceIdKind)} AND NOT (${isKept})`,
			);
			const expiredRows = Number(expired?.rows);
			if (summary.rows === 0) refuseNothing(refusals, expiredRows);
			return { ...summary, expiredRows, refusedRows: refusals.count, refused: refusals.rows, deviceIdKind };
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

/** Rows of a Parquet file between two checks of the number of refused rows. */
const ROWS_AT_ONCE = 2_000_000;
export const MOST_REFUSALS = 1_000_000;

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

/** A file that is read as nothing must not replace existing data. */
function refuseNothing(refusals: RefusalList, expiredRows: number): never {
	if (expiredRows > 0) {
		throw new InvalidArgumentError(
			`all ${expiredRows} rows that could be taken are older than the source keeps ('keep_days'), and the data were not changed`,
		);
	}
	if (refusals.count === 0) throw new InvalidArgumentError("the file has no rows, and the data were not changed");
	throw allRowsRefused(refusals);
}
