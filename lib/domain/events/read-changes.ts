import { Prisma } from "@/lib/generated/prisma/client";
import type { ChangeRow } from "./change";
import type { Position } from "./position";

/** Runs a statement outside of any transaction, whose snapshot is then its own. */
export type Query = <Row>(statement: Prisma.Sql) => Promise<Row[]>;

/** More than this at once are not told one by one: the reader is told to read everything anew. */
export const MOST_CHANGES = 2_000;

/** What happened between a position and now. */
export interface ChangesSince {
	/** What has been read, and all before it. */
	readonly snapshot: string;
	/** Null when it is not known any more, or too much. */
	readonly rows: readonly ChangeRow[] | null;
}

/** The snapshot that a reader begins with who wants what happens from now on. */
export async function currentSnapshot(query: Query): Promise<string> {
	const [row] = await query<{ snapshot: string }>(Prisma.sql`SELECT pg_current_snapshot()::text AS snapshot`);
	if (row === undefined) throw new Error("There is always a snapshot.");
	return row.snapshot;
}

/**
 * What was committed since a position, in one statement, so that it is of one snapshot. A transaction that had begun before
 * the position and was committed after it is among them, whatever its number: nothing is lost, and nobody waits for
 * transactions that are under way.
 */
export async function readChanges(query: Query, { snapshot, next }: Position): Promise<ChangesSince> {
	const since = Prisma.sql`${snapshot}::pg_snapshot`;
	const known =
		next === undefined
			? Prisma.empty
			: Prisma.sql`AND (c.id > ${next.upTo}::bigint
				OR NOT pg_visible_in_snapshot(c.transaction::text::xid8, ${next.snapshot}::pg_snapshot))`;
	const [found] = await query<{ snapshot: string; lost: boolean; rows: ChangeRow[] | null }>(Prisma.sql`
		SELECT pg_current_snapshot()::text AS snapshot,
			pg_snapshot_xmax(${since}) > pg_snapshot_xmax(pg_current_snapshot()) OR EXISTS (SELECT 1 FROM change_events c
				WHERE c.type = 'swept' AND c.transaction >= pg_snapshot_xmin(${since})::text::bigint) AS lost,
			(SELECT json_agg(r) FROM (
				SELECT c.id, c.transaction, c.type, c.object_id, c.revision, c.facts FROM change_events c
				WHERE c.transaction >= pg_snapshot_xmin(${since})::text::bigint
					AND NOT pg_visible_in_snapshot(c.transaction::text::xid8, ${since}) AND c.type <> 'swept' ${known}
				ORDER BY c.id LIMIT ${MOST_CHANGES + 1}) AS r) AS rows`);
	if (found === undefined) throw new Error("There is always a snapshot.");
	const rows = found.rows ?? [];
	return { snapshot: found.snapshot, rows: found.lost || rows.length > MOST_CHANGES ? null : rows };
}
