import type pg from "pg";
import { migrate, readHistory } from "@/lib/platform/db/migrate";
import { type CopiedSequence, type CopiedTable, NOT_COPIED, quoted, readCopiedTables } from "./copied-tables";

/** The database cannot take a copy; in words for people. */
export class LoadError extends Error {
	override name = "LoadError";
}

/** A migration that a database has. */
export interface AppliedMigration {
	readonly name: string;
	readonly checksum: string;
}

/**
 * Makes a database ready for a copy: brings one without tables to the copy's state.
 * @param migrations of the copy; this version has to know them
 * @throws LoadError when it is not empty, or at another state
 */
export async function prepareForLoad(pool: pg.Pool, migrations: readonly AppliedMigration[]): Promise<void> {
	const { rows } = await pool.query<{ name: string }>(
		"SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1",
	);
	if (rows.length > 0 && !rows.some(({ name }) => name === "_prisma_migrations")) {
		throw new LoadError(`the database is not empty: it has the table ${rows[0]?.name}; use a new one`);
	}
	const names = migrations.map(({ name }) => name);
	if (rows.length === 0) await migrate(pool, undefined, { only: names });
	await requireSameState(pool, migrations);
	for (const { name } of rows) {
		if (NOT_COPIED.includes(name)) continue;
		const { rowCount } = await pool.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
		if (rowCount !== 0) throw new LoadError(`the database is not empty: its table ${name} has rows; use a new one`);
	}
}

async function requireSameState(pool: pg.Pool, migrations: readonly AppliedMigration[]): Promise<void> {
	const own = await readHistory(pool);
	const missing = migrations.find(
		({ name, checksum }) => !own.some((has) => has.name === name && has.checksum === checksum),
	);
	const other = own.find(({ name }) => !migrations.some((wanted) => wanted.name === name));
	if (missing === undefined && other === undefined) return;
	const words = missing === undefined ? `has the migration ${other?.name}` : `lacks the migration ${missing.name}`;
	throw new LoadError(
		`the database ${words}, unlike the archive: use a database without tables, which is brought to the archive's state`,
	);
}

/**
 * Loads tables within a transaction of the caller: without triggers, which have done their work where
 * the rows come from, and with foreign keys checked at the end. Rows are read by `load`.
 */
export async function loadTables(
	client: pg.PoolClient,
	{ tables, sequences }: { readonly tables: readonly CopiedTable[]; readonly sequences: readonly CopiedSequence[] },
	load: () => Promise<void>,
): Promise<void> {
	await requireSameTables(client, tables);
	const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(
		`SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
		FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
	);
	for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
	for (const { table, name } of foreignKeys) {
		await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
	}
	await load();
	for (const { table, name, definition } of foreignKeys) {
		await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
	}
	for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
	for (const { name, last, isCalled } of sequences) {
		await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [quoted(name), last, isCalled]);
	}
	// Readers who followed the other database start again (lib/domain/events).
	await client.query(
		`INSERT INTO change_events (transaction, type, object_id)
		VALUES (pg_current_xact_id()::text::bigint, 'swept', '00000000-0000-0000-0000-000000000000')`,
	);
}

async function requireSameTables(client: pg.PoolClient, tables: readonly CopiedTable[]): Promise<void> {
	const own = await readCopiedTables(client);
	if (JSON.stringify(own) === JSON.stringify(tables)) return;
	throw new LoadError(
		"the tables of the database differ from those of the archive, although the migrations are the same",
	);
}

/** Writes a fact of this installation over that of the other one. */
export async function replaceFact(client: pg.PoolClient, name: string, value: string): Promise<void> {
	await client.query("DELETE FROM service_facts WHERE name = $1", [name]);
	await client.query("INSERT INTO service_facts (name, value) VALUES ($1, $2)", [name, value]);
}
