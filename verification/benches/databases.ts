import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Database, type DatabaseOptions, openDatabase } from "@/lib/platform/db/client";
import { migrate } from "@/lib/platform/db/migrate";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import type { ScaleSizes } from "@/lib/tools/testing/scale/scale-sizes";

type Where = { dataDir: string } | { databaseUrl: string };

/** Two filled databases of one kind. */
export interface BenchDatabases {
	readonly full: Where;
	readonly small: Where;
	remove(): Promise<void>;
}

/**
 * Creates and fills two databases: in a temporary directory, or on a PostgreSQL server for this
 * run.
 * @throws Error when PostgreSQL is not installed
 */
export async function filledDatabases(
	kind: Database["kind"],
	sizes: { full: ScaleSizes; small: ScaleSizes },
): Promise<BenchDatabases> {
	const made = kind === "postgres" ? await onServer() : await inDirectory();
	await fill(made.full, sizes.full);
	await fill(made.small, sizes.small);
	return made;
}

/** Creates and fills one database, see {@link filledDatabases}. */
export async function filledDatabase(
	kind: Database["kind"],
	sizes: ScaleSizes,
): Promise<{ where: BenchDatabases["full"]; remove(): Promise<void> }> {
	const { full, remove } = kind === "postgres" ? await onServer() : await inDirectory();
	await fill(full, sizes);
	return { where: full, remove };
}

async function inDirectory(): Promise<BenchDatabases> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-"));
	return {
		full: { dataDir: join(directory, "full") },
		small: { dataDir: join(directory, "small") },
		remove: () => rm(directory, { recursive: true, force: true }),
	};
}

async function onServer(): Promise<BenchDatabases> {
	const programs = await findPostgres();
	if (programs === null) throw new Error("PostgreSQL is not installed here: --database embedded measures without it.");
	const server = await startPostgres(programs);
	const client = new pg.Client({ connectionString: server.url });
	await client.connect();
	const named = async (name: string) => {
		await client.query(`CREATE DATABASE ${name}`);
		const url = new URL(server.url);
		url.pathname = `/${name}`;
		return { databaseUrl: url.toString() };
	};
	const made = { full: await named("at_full_scale"), small: await named("at_small_scale") };
	await client.end();
	return { ...made, remove: () => server.stop() };
}

async function fill(where: DatabaseOptions, sizes: ScaleSizes): Promise<void> {
	const database = await openDatabase(where);
	await migrate(database.pool);
	await fillScaleWorld(database.pool, sizes);
	await database.close();
}
