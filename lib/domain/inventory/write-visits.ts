import { type DuckDb, literal } from "@/lib/engine/audience/duckdb";

/** Rows per group: small enough to skip unused segments, large enough to compress. */
const ROW_GROUP_SIZE = 122_880;

/** Writes distinct visits `device_id, segment, seen_at` of a query as a Parquet file. */
export function writeVisits(db: DuckDb, query: string, path: string): Promise<void> {
	return db.run(`COPY (SELECT device_id, segment, seen_at FROM (${query}) ORDER BY device_id, segment, seen_at)
		TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_SIZE})`);
}

/** A time of milliseconds as a TIMESTAMP in UTC. */
export const timestampSql = (time: Date) => `TIMESTAMP '${time.toISOString().slice(0, 23)}'`;
