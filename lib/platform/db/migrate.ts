import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type Migration, readMigrations } from "@/lib/platform/db/migrations";
import { liftAnswerBound } from "@/lib/platform/db/watch-connections";
import { log } from "@/lib/platform/log";
import { projectPath } from "@/lib/platform/project-path";

/** The lock that Prisma's own schema engine takes. */
const ADVISORY_LOCK = 72_707_369;

/**
 * Queries on a table wait behind a migration that waits for it. So the migration waits briefly,
 * lets them pass, and tries again.
 */
const LOCK_TIMES = { lockMs: 2_000, pauseMs: 3_000 };
const LOCK_NOT_AVAILABLE = "55P03";

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

/**
 * Applies pending migrations, each in one transaction and one process at a time, with a history
 * that `prisma migrate deploy` accepts. Waits for tables in use without blocking their queries for
 * long. Gives the applied names.
 * @throws MigrationError when an applied migration was edited, is missing or has failed, or when a
 * pending one fails and is rolled back
 */
export async function migrate(
	pool: pg.Pool,
	directory: string = projectPath("prisma", "migrations"),
	/** Shorter in tests alone. */
	lockTimes = LOCK_TIMES,
	/** The last one to apply, for a copy of an older database. */
	last?: string,
): Promise<string[]> {
	const migrations = (await readMigrations(directory)).filter(({ name }) => last === undefined || name <= last);
	const client = await pool.connect();
	const restoreAnswerBound = liftAnswerBound(client);
	try {
		// Waiting for another process, or rewriting a large table, may exceed a request's limits.
		await client.query("SET statement_timeout = 0; SET lock_timeout = 0");
		await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
		try {
			return await applyPending(client, migrations, lockTimes);
		} finally {
			await client.query("SELECT pg_advisory_unlock($1)", [ADVISORY_LOCK]);
			await client.query("RESET statement_timeout; RESET lock_timeout");
		}
	} finally {
		restoreAnswerBound();
		client.release();
	}
}

async function applyPending(
	client: pg.PoolClient,
	migrations: Migration[],
	lockTimes: typeof LOCK_TIMES,
): Promise<string[]> {
	const tables = await tablesOf(client);
	refuseForeignDatabase(tables);
	// The service's role may have no right to create tables.
	if (!tables.includes("_prisma_migrations")) await client.query(CREATE_HISTORY);
	const applied = await readHistory(client);
	const known = new Map(migrations.map((migration) => [migration.name, migration]));
	for (const { name, checksum, finished } of applied) {
		if (!finished) {
			throw new MigrationError(`the migration ${name} has failed before: repair it with "prisma migrate resolve"`);
		}
		const migration = known.get(name);
		if (!migration) {
			throw new MigrationError(
				`The database has the migration ${name}, which this version does not know: it is older.`,
			);
		}
		if (migration.checksum !== checksum) {
			throw new MigrationError(`the migration ${name} was edited after it was applied: restore it, and add a new one`);
		}
	}
	const names = new Set(applied.map(({ name }) => name));
	const pending = migrations.filter(({ name }) => !names.has(name));
	for (const migration of pending) {
		while (!(await apply(client, migration, lockTimes.lockMs))) await pause(lockTimes.pauseMs);
	}
	return pending.map(({ name }) => name);
}

/**
 * @returns false if a lock on a table was not free within `lockMs`; the migration is rolled back
 */
async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration, lockMs: number): Promise<boolean> {
	const startedAt = new Date();
	await client.query("BEGIN");
	try {
		await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
		await client.query(sql);
		await client.query(
			`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
			 VALUES ($1, $2, clock_timestamp(), $3, $4, 1)`,
			[randomUUID(), checksum, name, startedAt],
		);
		await client.query("COMMIT");
		return true;
	} catch (cause) {
		await client.query("ROLLBACK");
		if ((cause as { readonly code?: unknown }).code === LOCK_NOT_AVAILABLE) {
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
