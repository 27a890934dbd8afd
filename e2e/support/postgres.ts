import { randomBytes } from "node:crypto";
import pg from "pg";

/** Where a service keeps its data: in its own directory, or on the PostgreSQL server of this run and in an object store. */
export type DatabaseKind = "embedded" | "postgres";

/** An empty database of one service's own on the PostgreSQL server of this run. */
export async function createPostgresDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
	const server = process.env.TEST_POSTGRES_URL;
	if (!server) throw new Error("TEST_POSTGRES_URL is not set: run the tests with npm run test:e2e.");
	const name = `e2e_${randomBytes(8).toString("hex")}`;
	await run(server, `CREATE DATABASE ${name}`);
	const url = new URL(server);
	url.pathname = `/${name}`;
	return { url: url.toString(), drop: () => run(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(url: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(sql);
	} finally {
		await client.end();
	}
}
