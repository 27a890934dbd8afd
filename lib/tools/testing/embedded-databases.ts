import { readFile } from "node:fs/promises";
import type pg from "pg";
import { poolOfThread } from "@/lib/platform/db/embedded/pglite-pool";
import type { PgliteThread } from "@/lib/platform/db/embedded/pglite-thread";
import { projectPath } from "@/lib/platform/project-path";
import { createPgliteHere } from "@/lib/tools/testing/pglite-here";

/** An embedded database in memory, and what ends its use. */
export interface EmbeddedDatabase {
	pool: pg.Pool;
	drop(): Promise<void>;
}

/** A migrated database without rows. */
interface Emptied {
	thread: PgliteThread;
	/** What its schema was when it was made: see {@link schemaOf}. */
	schema: string;
}

/** The worker's database between two files. */
let idle: Emptied | undefined;

/**
 * Opens the worker's migrated database, which has no rows: files after the first one find programs,
 * plans and catalogs that are warm, which is most of a short file's time.
 * @param snapshot path of the archive that a new one starts from
 */
export async function openEmptied(snapshot: string): Promise<EmbeddedDatabase> {
	const { thread, schema } = idle ?? (await openMigrated(snapshot));
	idle = undefined;
	const pool = poolOfThread(thread);
	const drop = async () => {
		await pool.end();
		const isReusable = idle === undefined && (await empty(thread, schema));
		if (isReusable && idle === undefined) idle = { thread, schema };
		else await thread.close();
	};
	return { pool, drop };
}

/** Opens a database without tables, or with those of a snapshot. */
export async function openEmbedded(snapshot?: string): Promise<EmbeddedDatabase & { thread: PgliteThread }> {
	await keepCompiled();
	const thread = createPgliteHere({ directory: null, durable: false, ...(snapshot ? { snapshot } : {}) });
	const pool = poolOfThread(thread);
	await thread.start();
	return { pool, thread, drop: () => pool.end().then(() => thread.close()) };
}

async function openMigrated(snapshot: string): Promise<Emptied> {
	const { pool, thread } = await openEmbedded(snapshot);
	const [schema, filled] = [await schemaOf(pool), await filledTables(pool)];
	await pool.end();
	if (filled.length > 0) throw new Error(`the migrations fill ${filled.join(", ")}, which emptying would lose`);
	return { thread, schema };
}

/**
 * Removes all rows and restarts the sequences.
 * @returns whether the database is as it was when it was made: not where a test changed its schema
 */
async function empty(thread: PgliteThread, schema: string): Promise<boolean> {
	const pool = poolOfThread(thread);
	try {
		if ((await schemaOf(pool)) !== schema) return false;
		const filled = await filledTables(pool);
		// Neither triggers nor foreign keys: DELETE is cheaper than TRUNCATE, which makes new files.
		await pool.query("SET session_replication_role = replica");
		await pool.query(filled.map((table) => `DELETE FROM "${table}"`).join(";"));
		await pool.query(
			`DO $$ DECLARE name regclass; BEGIN
				FOR name IN SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences WHERE last_value IS NOT NULL
				LOOP PERFORM setval(name, 1, false); END LOOP;
			END $$`,
		);
		await pool.query("DELETE FROM pg_statistic");
		for (const table of filled) await pool.query(`VACUUM "${table}"`);
		return true;
	} catch {
		// A test ended its thread, or left it in a state that nothing more can be run in.
		return false;
	} finally {
		await pool.end();
	}
}

/** A digest of tables, columns, constraints, triggers and functions, which any change of theirs changes. */
async function schemaOf(pool: pg.Pool): Promise<string> {
	const { rows } = await pool.query<{ schema: string }>(
		`SELECT md5(string_agg(part, ',' ORDER BY part)) AS schema FROM (
			SELECT format('relation %s %s %s %s', oid, relname, reloptions, relrowsecurity) AS part FROM pg_class WHERE oid >= 16384
			UNION ALL SELECT format('column %s %s %s', attrelid, attnum, xmin) FROM pg_attribute WHERE attrelid >= 16384
			UNION ALL SELECT format('constraint %s %s', oid, xmin) FROM pg_constraint
			UNION ALL SELECT format('trigger %s %s', oid, xmin) FROM pg_trigger
			UNION ALL SELECT format('function %s %s', oid, xmin) FROM pg_proc WHERE oid >= 16384
			UNION ALL SELECT format('setting %s %s', setdatabase, xmin) FROM pg_db_role_setting
			UNION ALL SELECT format('role %s %s', oid, xmin) FROM pg_authid) parts`,
	);
	return rows[0]?.schema ?? "";
}

/** Tables of the schema that have rows; `_prisma_migrations` keeps its own. */
async function filledTables(pool: pg.Pool): Promise<string[]> {
	const tables = await pool.query<{ name: string }>(
		"SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
	);
	const questions = tables.rows.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM "${name}")`);
	return (await pool.query<{ name: string }>(questions.join(" UNION ALL "))).rows.map(({ name }) => name);
}

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Keeps a reference to the embedded PostgreSQL's compiled program. Threads of a process share
 * compiled code while one of them refers to it, so only the first database of a process compiles.
 */
function keepCompiled(): Promise<WebAssembly.Module> {
	const program = projectPath("node_modules", "@electric-sql", "pglite", "dist", "pglite.wasm");
	compiled ??= readFile(program).then((bytes) => WebAssembly.compile(bytes));
	return compiled;
}
