import { type DuckDbOptions, parquetRelation, withDuckDb } from "@/lib/engine/audience/duckdb";
import type { Service } from "@/lib/platform/service";
import type { PartRecord } from "./load-version";
import { localPaths } from "./open-sources";
import { summarizeVisits, type VisitSummary } from "./summarize-visits";
import { writeVisits } from "./write-visits";

/** Parts of a version; the smallest half is written as one when there are as many. */
const MOST_PARTS = 400;

/** Visits to append: a file of distinct ones. */
export interface NewVisits {
	readonly path: string;
	readonly summary: VisitSummary;
	/** Where the new part is written. */
	readonly outputPath: string;
}

/** The result of appending visits to a version. */
export interface Appended {
	/** Visits that the version had not. */
	readonly addedRows: number;
	/** The new part, with the rows of those that it takes the place of. */
	readonly part: VisitSummary;
	readonly kept: readonly PartRecord[];
	readonly summary: VisitSummary;
}

/**
 * Writes the visits that the parts of a version have not: a visit is one however often it is sent.
 * Parts of other times are not read.
 */
export async function appendVisits(
	service: Service,
	parts: readonly PartRecord[],
	{ path, summary, outputPath }: NewVisits,
	options: DuckDbOptions,
): Promise<Appended> {
	const joined = new Set(parts.length < MOST_PARTS ? [] : smallestHalf(parts));
	const kept = parts.filter((part) => !joined.has(part));
	const pathsOf = (some: readonly PartRecord[]) =>
		localPaths(
			service,
			some.map(({ file_key: fileKey }) => fileKey),
		);
	const known = await pathsOf(parts.filter((part) => isAtTime(part, summary)));
	const joinedPaths = await pathsOf([...joined]);
	const keptPaths = await pathsOf(kept);
	return withDuckDb(options, async (db) => {
		const sameVisit = "k.device_id = n.device_id AND k.segment = n.segment AND k.seen_at = n.seen_at";
		const isNew =
			known.length === 0 ? "" : `WHERE NOT EXISTS (SELECT 1 FROM ${parquetRelation(known)} AS k WHERE ${sameVisit})`;
		const fresh = `SELECT n.* FROM ${parquetRelation([path])} AS n ${isNew}`;
		const together = joinedPaths.length === 0 ? "" : `UNION ALL SELECT * FROM ${parquetRelation(joinedPaths)}`;
		await writeVisits(db, `${fresh} ${together}`, outputPath);
		const part = await summarizeVisits(db, [outputPath]);
		const before = [...joined].reduce((rows, { row_count: rowCount }) => rows + Number(rowCount), 0);
		const addedRows = part.rows - before;
		return { addedRows, part, kept, summary: await summarizeVisits(db, [...keptPaths, outputPath]) };
	});
}

function smallestHalf(parts: readonly PartRecord[]): readonly PartRecord[] {
	return [...parts].sort((a, b) => Number(a.size - b.size)).slice(0, Math.ceil(parts.length / 2));
}

/** Whether a part may have visits of the times of the new ones; both are rounded down alike. */
function isAtTime(
	{ first_seen_at: firstSeenAt, last_seen_at: lastSeenAt }: PartRecord,
	{ oldestSeenAt, newestSeenAt }: VisitSummary,
): boolean {
	if (oldestSeenAt === null || newestSeenAt === null) return false;
	return (firstSeenAt ?? oldestSeenAt) <= newestSeenAt && (lastSeenAt ?? newestSeenAt) >= oldestSeenAt;
}
