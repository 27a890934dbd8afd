import type pg from "pg";

/** How far a server of PostgreSQL is in the write-ahead log, and in which. */
export interface WalPlace {
	/** The same for a primary and its copies. */
	readonly cluster: string;
	readonly database: string;
	/** Changes with each promotion: positions of two timelines cannot be compared. */
	readonly timeline: number;
	/** Bytes; -1 on a server that replays nothing. */
	readonly position: number;
}

/**
 * A commit is visible only after its record was flushed, unless `synchronous_commit` is off.
 * Records that are inserted and not flushed belong to open transactions, and may take a while to
 * reach the replica.
 */
const OF_PRIMARY = `SELECT system_identifier::text AS cluster, current_database() AS database,
	('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int AS timeline, (lsn - '0/0')::float8 AS position
	FROM pg_control_system(), (SELECT CASE current_setting('synchronous_commit')
		WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS lsn) AS current`;

/** The timeline of the last restart point: after a promotion it may be a former one for minutes. */
const OF_REPLICA = `SELECT system_identifier::text AS cluster, current_database() AS database, timeline_id AS timeline,
	CASE WHEN pg_is_in_recovery() THEN COALESCE((pg_last_wal_replay_lsn() - '0/0')::float8, 0) ELSE -1 END AS position
	FROM pg_control_system(), pg_control_checkpoint()`;

type Querying = Pick<pg.Pool | pg.PoolClient, "query">;

/** Everything that is committed and visible now lies before the place. */
export const placeOfPrimary = (primary: Querying): Promise<WalPlace> => ask(primary, OF_PRIMARY);

/** Everything before the place is visible on the replica, now and until it starts again. */
export const placeOfReplica = (replica: Querying): Promise<WalPlace> => ask(replica, OF_REPLICA);

async function ask(asked: Querying, sql: string): Promise<WalPlace> {
	const { rows } = await asked.query<WalPlace>(sql);
	if (rows[0] === undefined) throw new Error("a server's place must be one row");
	return rows[0];
}

/** Whether a server is in the same history, and as far or further. */
export function hasReached(server: WalPlace, wanted: WalPlace): boolean {
	return differenceOf(server, wanted) === undefined && server.position >= wanted.position;
}

/** Why a server cannot come to a place by waiting; undefined where it can. */
export function differenceOf(server: WalPlace, wanted: WalPlace): string | undefined {
	if (server.cluster !== wanted.cluster || server.database !== wanted.database) {
		return "it is not a copy of the database that DATABASE_URL names";
	}
	if (server.position === -1) return "it is no standby";
	return server.timeline === wanted.timeline ? undefined : "it has no restart point of the primary's timeline";
}
