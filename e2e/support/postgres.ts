import { randomBytes } from "node:crypto";
import pg from "pg";

/** Storage of a service: its directory, or the run's PostgreSQL server with an object store. */
export type DatabaseKind = "embedded" | "postgres";

/** Creates an empty database on the run's PostgreSQL server. */
export async function createPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
	const name = `e2e_${randomBytes(8).toString("hex")}`;
	await run(`CREATE DATABASE ${name}`);
	const url = new URL(serverUrl());
	url.pathname = `/${name}`;
	return { url: url.toString(), drop: () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
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
