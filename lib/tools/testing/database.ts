import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createDatabase, type Database, openDatabase } from "@/lib/platform/db/client";
import { openPostgresPool } from "@/lib/platform/db/postgres-pool";
import { databaseUrl } from "@/lib/tools/testing/database-templates";
import { openEmbedded, openEmptied } from "@/lib/tools/testing/embedded-databases";

/**
 * The kind of database of this run, for suites on one database:
 * `describe.each(testDatabaseKinds())`.
 */
export function testDatabaseKinds(): Database["kind"][] {
	return [defaultKind()];
}

/** The database of one test. */
export interface TestDatabase extends Database {
	/** Closes and removes it. */
	drop(): Promise<void>;
}

/**
 * Gives a migrated, empty database, by default of the run's kind: the worker's embedded one, emptied
 * after the file before, or a clone on the server. It is not yet the database of the process: see
 * `setDatabase`.
 */
export async function createTestDatabase(kind: Database["kind"] = defaultKind()): Promise<TestDatabase> {
	if (kind === "embedded") {
		const { pool, drop } = await openEmptied(inject("databaseTemplates").snapshot);
		const opened = createDatabase({ kind, pool, close: drop });
		return { ...opened, drop: opened.close };
	}
	const { url: serverUrl, template } = server();
	const url = await createOnServer(serverUrl, template);
	const opened = await openDatabase({ databaseUrl: url });
	return { ...opened, drop: () => opened.close().then(() => dropOnServer(url)) };
}

function server(): { url: string; template: string } {
	const { postgres } = inject("databaseTemplates");
	if (postgres === null) throw new Error("This run has no PostgreSQL server: see testDatabaseKinds.");
	return postgres;
}

function defaultKind(): Database["kind"] {
	return process.env.TEST_DATABASE === "postgres" ? "postgres" : "embedded";
}

/** A database without tables, for tests of migrations. */
export interface EmptyDatabase {
	pool: pg.Pool;
	/** Its URL, unless it is embedded. */
	url: string | null;
	drop(): Promise<void>;
}

/** Creates a database without tables; other tests clone a migrated one. */
export async function createEmptyDatabase(kind: Database["kind"]): Promise<EmptyDatabase> {
	if (kind === "embedded") return { ...(await openEmbedded()), url: null };
	const url = await createOnServer(server().url, "template0");
	const { pool, close } = await openPostgresPool({ databaseUrl: url, onError: () => undefined });
	return { pool, url, drop: () => close().then(() => dropOnServer(url)) };
}

async function createOnServer(serverUrl: string, template: string): Promise<string> {
	const name = `test_${randomBytes(8).toString("hex")}`;
	await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
	return databaseUrl(serverUrl, name);
}

async function dropOnServer(url: string): Promise<void> {
	await onServer(server().url, `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

async function onServer(url: string, sql: string): Promise<void> {
	const server = new pg.Client({ connectionString: url });
	await server.connect();
	try {
		await server.query(sql);
	} finally {
		await server.end();
	}
}
