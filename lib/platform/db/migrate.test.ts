import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MigrationError, migrate } from "@/lib/platform/db/migrate";
import { readMigrations } from "@/lib/platform/db/migrations";
import { openPostgresPool } from "@/lib/platform/db/postgres-pool";
import { migrationList } from "@/lib/platform/db/schema-difference";
import { withSchemaEngine } from "@/lib/platform/db/schema-engine";
import { prepareChild, removeChildBundles } from "@/lib/platform/db/testing/child-process";
import { log } from "@/lib/platform/log";
import { projectPath } from "@/lib/platform/project-path";
import { createEmptyDatabase, type EmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { eventually } from "@/lib/tools/testing/eventually";

let directory: string;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "targeting-migrations-"));
	await write("20260101000000_first", "CREATE TABLE first (n int);\nINSERT INTO first VALUES (1);\n");
	await write("20260102000000_second", "-- a comment; with a semicolon\nCREATE TABLE second (t text DEFAULT ';');\n");
});

afterEach(() => rm(directory, { recursive: true }));

async function write(name: string, sql: string): Promise<void> {
	await mkdir(join(directory, name), { recursive: true });
	await writeFile(join(directory, name, "migration.sql"), sql);
}

describe.each(testDatabaseKinds())("migrating a database of kind %s", (kind) => {
	let db: EmptyDatabase;
	const tables = async () => {
		const { rows } = await db.pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
		return rows.map(({ tablename }) => tablename);
	};

	beforeAll(async () => {
		db = await createEmptyDatabase(kind);
	});

	afterAll(() => db.drop());

	beforeEach(() => db.pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public"));

	test.runIf(kind === "postgres")("refuses a database of another encoding", async () => {
		const name = `latin_${process.pid}`;
		await db.pool.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'`);
		const url = new URL(db.url ?? "");
		url.pathname = name;
		const { pool, close } = await openPostgresPool({ databaseUrl: url.href, onError: () => undefined });
		try {
			await expect(migrate(pool, directory)).rejects.toThrow(
				new MigrationError(
					"the database has the encoding LATIN1: create one with UTF8 (createdb -E UTF8 --locale=C.UTF-8 -T template0)",
				),
			);
			expect((await pool.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0);
		} finally {
			await close();
			await db.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
		}
	});

	test("applies pending migrations once, in order", async () => {
		expect(await migrate(db.pool, directory)).toEqual(["20260101000000_first", "20260102000000_second"]);
		expect(await migrate(db.pool, directory)).toEqual([]);
		await write("20260103000000_third", "CREATE TABLE third ()");
		expect(await migrate(db.pool, directory)).toEqual(["20260103000000_third"]);
		expect(await tables()).toEqual(["_prisma_migrations", "first", "second", "third"]);
	});

	test("records the history as Prisma would", async () => {
		await migrate(db.pool, directory);
		const { rows } = await db.pool.query("SELECT * FROM _prisma_migrations ORDER BY started_at LIMIT 1");
		expect(rows).toEqual([
			{
				id: expect.stringMatching(/^[0-9a-f-]{36}$/),
				checksum: "19634bb9a1bbddb5f9a8596c8560d90cb50aadd9c3f6e172a0b1c161a02cd4b7",
				finished_at: expect.any(Date),
				migration_name: "20260101000000_first",
				logs: null,
				rolled_back_at: null,
				started_at: expect.any(Date),
				applied_steps_count: 1,
			},
		]);
	});

	test("refuses an edited history", async () => {
		await migrate(db.pool, directory);
		await write("20260101000000_first", "CREATE TABLE first (n bigint);\n");
		await expect(migrate(db.pool, directory)).rejects.toThrow("20260101000000_first was edited after it was applied");
		await rm(join(directory, "20260101000000_first"), { recursive: true });
		await expect(migrate(db.pool, directory)).rejects.toThrow("20260101000000_first, which this version does not know");
	});

	test("rolls back a failing migration, keeps those before it, and continues after its repair", async () => {
		await write("20260103000000_third", "CREATE TABLE third ();\nSELECT 1 / 0;\n");
		const failure = migrate(db.pool, directory);
		await expect(failure).rejects.toThrow(MigrationError);
		await expect(failure).rejects.toThrow("20260103000000_third failed and was rolled back: division by zero");
		expect(await tables()).toEqual(["_prisma_migrations", "first", "second"]);
		await write("20260103000000_third", "CREATE TABLE third ();\n");
		expect(await migrate(db.pool, directory)).toEqual(["20260103000000_third"]);
	});

	test("refuses a migration that Prisma has left half done, and applies one that was resolved as rolled back", async () => {
		await migrate(db.pool, directory);
		await write("20260103000000_third", "CREATE TABLE third ();\n");
		const sql =
			"INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'y', '20260103000000_third')";
		await db.pool.query(sql);
		await expect(migrate(db.pool, directory)).rejects.toThrow("20260103000000_third has failed before");
		await db.pool.query("UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'x'");
		expect(await migrate(db.pool, directory)).toEqual(["20260103000000_third"]);
	});

	test("refuses a foreign database", async () => {
		await db.pool.query("CREATE TABLE theirs ()");
		await expect(migrate(db.pool, directory)).rejects.toThrow("has tables (theirs");
		expect(await tables()).toEqual(["theirs"]);
	});

	test.runIf(kind === "postgres")(
		"holds nobody up while it waits for a table that somebody uses, and says so",
		async () => {
			await migrate(db.pool, directory);
			await write("20260103000000_third", "ALTER TABLE first ADD COLUMN m int");
			const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
			const stuck = await db.pool.connect();
			await stuck.query("BEGIN; SELECT n FROM first");
			const migrated = migrate(db.pool, directory, { lockTimes: { lockMs: 100, pauseMs: 100 } });
			await eventually(() => expect(warned.mock.calls.length).toBeGreaterThan(1));
			const { rows } = await db.pool.query("SELECT n FROM first");
			expect(rows).toEqual([{ n: 1 }]);
			expect(warned.mock.calls[0]?.[0]).toMatchObject({
				migration: "20260103000000_third",
				oldest_transaction_of: expect.any(Number),
				program: "targeting-service",
			});
			await stuck.query("COMMIT");
			stuck.release();
			expect(await migrated).toEqual(["20260103000000_third"]);
			warned.mockRestore();
		},
	);

	test.runIf(kind === "postgres")("gives way to a transaction that waits for it, and tries again", async () => {
		await migrate(db.pool, directory);
		const both = "ALTER TABLE first ADD COLUMN m int; ALTER TABLE second ADD COLUMN m int";
		await write("20260103000000_third", both);
		const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
		const other = await db.pool.connect();
		await other.query("SET deadlock_timeout = '1h'; BEGIN; SELECT t FROM second");
		// Longer than the server waits before it looks for a deadlock; where that look comes too early,
		// the migration gives way by this limit.
		const migrated = migrate(db.pool, directory, { lockTimes: { lockMs: 5_000, pauseMs: 10 } });
		const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'second'::regclass";
		await expect.poll(async () => (await db.pool.query(waiting)).rowCount).toBe(1);
		const { rows } = await other.query("SELECT n FROM first");
		expect(rows).toEqual([{ n: 1 }]);
		await expect.poll(() => warned.mock.calls.length).toBeGreaterThan(0);
		await other.query("COMMIT; RESET deadlock_timeout");
		other.release();
		expect(await migrated).toEqual(["20260103000000_third"]);
		warned.mockRestore();
	});

	test("applies each migration once in concurrent calls", async () => {
		const outcomes = await Promise.all([1, 2, 3, 4].map(() => migrate(db.pool, directory)));
		expect(outcomes.flat().sort()).toEqual(["20260101000000_first", "20260102000000_second"]);
	});

	test("leaves a history that Prisma's engine finds complete", async () => {
		const own = projectPath("prisma", "migrations");
		await cp(own, directory, { recursive: true });
		await rm(join(directory, "20260102000000_second"), { recursive: true });
		await rm(join(directory, "20260101000000_first"), { recursive: true });
		await migrate(db.pool, directory);
		const filters = { externalTables: [], externalEnums: [] };
		const migrationsList = migrationList(own, await readMigrations(own));
		await withSchemaEngine(async (engine) => {
			const history = { migrationsList, optInToShadowDatabase: false, filters };
			expect(await engine.diagnoseMigrationHistory(history)).toMatchObject({
				editedMigrationNames: [],
				failedMigrationNames: [],
				hasMigrationsTable: true,
				history: null,
			});
			expect(await engine.applyMigrations({ migrationsList, filters })).toEqual({ appliedMigrationNames: [] });
		}, db.pool);
	});

	test("continues a history of Prisma's engine", async () => {
		const filters = { externalTables: [], externalEnums: [] };
		const migrationsList = migrationList(directory, await readMigrations(directory));
		await withSchemaEngine((engine) => engine.applyMigrations({ migrationsList, filters }), db.pool);
		await write("20260103000000_third", "CREATE TABLE third ()");
		expect(await migrate(db.pool, directory)).toEqual(["20260103000000_third"]);
	});
});

describe.each(testDatabaseKinds().filter((kind) => kind === "postgres"))("migrating a database of kind %s", (kind) => {
	test("applies each migration once when four processes start at once", async () => {
		const db = await createEmptyDatabase(kind);
		const start = await prepareChild("migrate-once");
		const children = [1, 2, 3, 4].map(() => start([db.url ?? "", directory]));
		const outcomes: string[][] = [];
		for (const { lines, ended } of children) {
			outcomes.push(JSON.parse((await lines.next()).value));
			expect(await ended).toEqual([0, null]);
		}
		await db.drop();
		await removeChildBundles();
		expect(outcomes.flat().sort()).toEqual(["20260101000000_first", "20260102000000_second"]);
	});
});
