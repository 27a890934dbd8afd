import { type DuckDb, parquetRelation } from "@/lib/engine/audience/duckdb";

/** Counts and limits of the visits in a set of files. */
export interface VisitSummary {
	readonly rows: number;
	readonly devices: number;
	readonly segments: number;
	/** Rounded down to milliseconds; null without rows. */
	readonly oldestSeenAt: Date | null;
	readonly newestSeenAt: Date | null;
}

const NOTHING: VisitSummary = { rows: 0, devices: 0, segments: 0, oldestSeenAt: null, newestSeenAt: null };

/** Counts the visits of files that share none. */
export async function summarizeVisits(db: DuckDb, paths: readonly string[]): Promise<VisitSummary> {
	if (paths.length === 0) return NOTHING;
	const [summary] = await db.rows(`SELECT count(*) AS rows, count(DISTINCT device_id) AS devices,
		count(DISTINCT segment) AS segments, epoch_ms(min(seen_at)) AS oldest, epoch_ms(max(seen_at)) AS newest
		FROM ${parquetRelation(paths)}`);
	return {
		rows: Number(summary?.rows),
		devices: Number(summary?.devices),
		segments: Number(summary?.segments),
		oldestSeenAt: timeOf(summary?.oldest),
		newestSeenAt: timeOf(summary?.newest),
	};
}

const timeOf = (value: unknown) => (typeof value === "bigint" ? new Date(Number(value)) : null);
