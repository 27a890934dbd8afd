import { Prisma } from "@/lib/generated/prisma/client";
import type { ChangeRow } from "./change";
import type { Position } from "./position";

/** Runs a statement outside of transactions, with its own snapshot. */
export type Query = <Row>(statement: Prisma.Sql) => Promise<Row[]>;

/** Above this number readers get a reset instead of single changes. */
export const MOST_CHANGES = 2_000;

/** The changes between a position and now. */
export interface ChangesSince {
	/** Covers these changes and all before them. */
	readonly snapshot: string;
	/** Null when they are no longer known, or too many. */
	readonly rows: readonly ChangeRow[] | null;
}

/** The start snapshot of a reader that wants future changes only. */
export async function currentSnapshot(query: Query): Promise<string> {
	const [row] = await query<{ snapshot: string }>(Prisma.sql`SELECT pg_current_snapshot()::text AS snapshot`);
	if (row === undefined) throw new Error("the database gave no snapshot");
	return row.snapshot;
}

/**
 * Reads the changes committed since a position in one statement, and thus one snapshot. Includes
 * transactions that started before the position and were committed later, so that none is lost and
 * none has to be waited for.
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
	if (found === undefined) throw new Error("the database gave no snapshot");
	const rows = found.rows ?? [];
	return { snapshot: found.snapshot, rows: found.lost || rows.length > MOST_CHANGES ? null : rows };
}
