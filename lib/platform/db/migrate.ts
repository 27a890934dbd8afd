import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type Migration, readMigrations } from "@/lib/platform/db/migrations";
import { liftAnswerBound } from "@/lib/platform/db/watch-connections";
import { log } from "@/lib/platform/log";
import { projectPath } from "@/lib/platform/project-path";

/** The lock that Prisma's own schema engine takes. */
const ADVISORY_LOCK = 72_707_369;
/** The interval at which a process looks whether another one has finished. */
const ASK_FOR_LOCK_MS = 250;

/**
 * Queries on a table wait behind a migration that waits for it. So the migration waits briefly,
 * lets them pass, and tries again. Each wait ends before the server's check for deadlocks (1
 * second), which might end a request instead.
 */
const LOCK_TIMES = { lockMs: 800, pauseMs: 3_000 };
/** The lock of a table was not free in time; or a transaction and the migration waited for each other. */
const IN_USE: ReadonlySet<unknown> = new Set(["55P03", "40P01"]);

/** A literal copy of Prisma's own table. */
const CREATE_HISTORY = `CREATE TABLE _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

/** The database's history and prisma/migrations differ, or a migration failed. */
export class MigrationError extends Error {
	override name = "MigrationError";
}

export interface MigrateOptions {
	/** Shorter in tests alone. */
	readonly lockTimes?: typeof LOCK_TIMES;
	/** Names of those to know, for a copy of an older database. */
	readonly only?: readonly string[];
	/** Hears how many there are to apply, if any, before the first. */
	readonly onPending?: (count: number) => void;
}

/**
 * Applies pending migrations, each in one transaction and one process at a time, with a history
 * that `prisma migrate deploy` accepts. Waits for tables in use without blocking their queries for
 * long. Gives the names that this call applied. Nothing outlives a transaction, so that a pooler
 * may give each to another connection.
 * @throws MigrationError when the encoding is not UTF8, when an applied migration was edited, is missing or has failed, or when a
 * pending one fails and is rolled back
 */
export async function migrate(
	pool: pg.Pool,
	directory: string = projectPath("prisma", "migrations"),
	{ lockTimes = LOCK_TIMES, only, onPending }: MigrateOptions = {},
): Promise<string[]> {
	const migrations = (await readMigrations(directory)).filter(({ name }) => only?.includes(name) !== false);
	const client = await pool.connect();
	const restoreAnswerBound = liftAnswerBound(client);
	const applied: string[] = [];
	try {
		await refuseOtherEncodings(client);
		for (;;) {
			const tell = applied.length === 0 ? onPending : undefined;
			const step = await inTurn(client, () => applyNext(client, migrations, lockTimes, tell));
			if (step === "done") return applied;
			if (step === "not its turn") await pause(ASK_FOR_LOCK_MS);
			else applied.push(step.applied);
		}
	} finally {
		restoreAnswerBound();
		client.release();
	}
}

/** Names of all languages are stored: other encodings refuse some letters, and SQL_ASCII does not know them. */
async function refuseOtherEncodings(client: pg.PoolClient): Promise<void> {
	const { rows } = await client.query<{ server_encoding: string }>("SHOW server_encoding");
	const encoding = rows[0]?.server_encoding;
	if (encoding === "UTF8") return;
	throw new MigrationError(
		`the database has the encoding ${encoding}: create one with UTF8 (createdb -E UTF8 --locale=C.UTF-8 -T template0)`,
	);
}

/** The result of one turn: the database is up to date, or one migration was applied. */
type Step = "done" | { readonly applied: string };

/**
 * Runs a step in a transaction that holds the lock of migrations. A process that does not get the
 * lock tries again later: waiting would occupy a connection that others may need.
 */
async function inTurn(client: pg.PoolClient, step: () => Promise<Step>): Promise<Step | "not its turn"> {
	await client.query("BEGIN");
	try {
		// Rewriting a large table, or the pauses for a table in use, may exceed a request's limits.
		await client.query("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
		const { rows } = await client.query<{ ours: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS ours", [
			ADVISORY_LOCK,
		]);
		const outcome = rows[0]?.ours === true ? await step() : "not its turn";
		await client.query("COMMIT");
		return outcome;
	} catch (error) {
		// The server rolls a lost connection back, and its own error is more precise.
		await client.query("ROLLBACK").catch(() => undefined);
		throw error;
	}
}

async function applyNext(
	client: pg.PoolClient,
	migrations: readonly Migration[],
	lockTimes: typeof LOCK_TIMES,
	onPending?: (count: number) => void,
): Promise<Step> {
	const tables = await tablesOf(client);
	refuseForeignDatabase(tables);
	// The service's role may have no right to create tables.
	if (!tables.includes("_prisma_migrations")) await client.query(CREATE_HISTORY);
	const [migration, ...others] = pendingOf(await readHistory(client), migrations);
	if (migration === undefined) return "done";
	onPending?.(1 + others.length);
	while (!(await apply(client, migration, lockTimes.lockMs))) await pause(lockTimes.pauseMs);
	return { applied: migration.name };
}

/** @throws MigrationError when the history is not that of these migrations */
function pendingOf(applied: Awaited<ReturnType<typeof readHistory>>, migrations: readonly Migration[]): Migration[] {
	const known = new Map(migrations.map((migration) => [migration.name, migration]));
	for (const { name, checksum, finished } of applied) {
		if (!finished) {
			throw new MigrationError(`the migration ${name} has failed before: repair it with "prisma migrate resolve"`);
		}
		const migration = known.get(name);
		if (!migration) {
			throw new MigrationError(
				`the database has the migration ${name}, which this version does not know: use the version that made it, or an empty database`,
			);
		}
		if (migration.checksum !== checksum) {
			throw new MigrationError(`the migration ${name} was edited after it was applied: restore it, and add a new one`);
		}
	}
	const names = new Set(applied.map(({ name }) => name));
	return migrations.filter(({ name }) => !names.has(name));
}

/**
 * @returns false if a table was in use, for `lockMs` or in a deadlock; the savepoint then releases
 *   the locks of the tables, and keeps that of migrations
 */
async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration, lockMs: number): Promise<boolean> {
	const startedAt = new Date();
	await client.query("SAVEPOINT migration");
	try {
		await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
		await client.query(sql);
		await client.query(
			`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
			 VALUES ($1, $2, clock_timestamp(), $3, $4, 1)`,
			[randomUUID(), checksum, name, startedAt],
		);
		return true;
	} catch (cause) {
		await client.query("ROLLBACK TO SAVEPOINT migration");
		if (IN_USE.has((cause as { readonly code?: unknown }).code)) {
			const oldest = await oldestTransaction(client);
			log.warn({ migration: name, ...oldest }, "a migration waits for a table in use and tries again");
			return false;
		}
		throw new MigrationError(`the migration ${name} failed and was rolled back: ${(cause as Error).message}`, {
			cause,
		});
	}
}

/** Finds the transaction that most likely holds the lock. */
async function oldestTransaction(client: pg.PoolClient): Promise<object> {
	const { rows } = await client.query<object>(
		`SELECT pid AS oldest_transaction_of, application_name AS program, round(extract(epoch FROM now() - xact_start))::int AS seconds
		 FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
		 ORDER BY xact_start LIMIT 1`,
	);
	return rows[0] ?? {};
}

/** The migrations that a database has, oldest first. */
export async function readHistory(
	client: pg.PoolClient | pg.Pool,
): Promise<{ name: string; checksum: string; finished: boolean }[]> {
	const { rows } = await client.query(
		`SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
		 FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
	);
	return rows;
}

async function tablesOf(client: pg.PoolClient): Promise<string[]> {
	const { rows } = await client.query(
		"SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename",
	);
	return rows.map(({ tablename }) => tablename);
}

/** Tables without a history belong to another application, or to `prisma db push`. */
function refuseForeignDatabase(tables: readonly string[]): void {
	if (tables.length > 0 && !tables.includes("_prisma_migrations")) {
		throw new MigrationError(
			`the database has tables (${tables.slice(0, 3).join(", ")}…) and no migration history: use an empty one`,
		);
	}
}
