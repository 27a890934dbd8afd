import { randomBytes } from "node:crypto";
import pg from "pg";

/** Storage of a service: its directory, or the run's PostgreSQL server with an object store. */
export type DatabaseKind = "embedded" | "postgres";

/** Creates a database on the run's PostgreSQL server: empty, or a copy of another. */
export async function createPostgresDatabase({
	name = `e2e_${randomBytes(8).toString("hex")}`,
	copyOf = "template1",
}: {
	name?: string;
	copyOf?: string;
} = {}): Promise<{ url: string; drop(): Promise<void> }> {
	await run(`CREATE DATABASE ${name} TEMPLATE ${copyOf}`);
	const url = new URL(serverUrl());
	url.pathname = `/${name}`;
	return { url: url.toString(), drop: () => dropPostgresDatabase(name) };
}

/** Removes a database if it exists. */
export function dropPostgresDatabase(name: string): Promise<void> {
	return run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function serverUrl(): string {
	const url = process.env.TEST_POSTGRES_URL;
	if (!url) throw new Error("TEST_POSTGRES_URL is not set: run the tests with npm run test:e2e.");
	return url;
}

async function run(sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: serverUrl() });
	await client.connect();
	try {
		await client.query(sql);
	} finally {
		await client.end();
	}
}
