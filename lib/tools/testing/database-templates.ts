import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { createPglitePool } from "@/lib/platform/db/embedded/pglite-pool";
import { migrate } from "@/lib/platform/db/migrate";
import { readMigrations } from "@/lib/platform/db/migrations";
import { projectPath } from "@/lib/platform/project-path";

const execute = promisify(execFile);
const ONE_DAY_MS = 86_400_000;
const TEMPLATE_LOCK = 20_261_121;

/**
 * A migrated database to clone: an archive of an embedded one, or a template on a PostgreSQL
 * server.
 */
export interface DatabaseTemplates {
	/** Path of the archive. */
	snapshot: string;
	/** URL of the server and name of its template; null without a server. */
	postgres: { url: string; template: string } | null;
}

/** Creates the migrated archive once per state of the migrations, below node_modules/.cache. */
export async function prepareSnapshot(): Promise<string> {
	const directory = join(process.cwd(), "node_modules", ".cache", "targeting-service");
	const path = join(directory, `${await templateName("embedded")}.tar`);
	await mkdir(directory, { recursive: true });
	await removeOthers(directory, path);
	if (existsSync(path)) return path;
	const { pool, thread } = createPglitePool({ directory: null, durable: false });
	try {
		await migrate(pool);
		await dropOtherDatabases(pool);
		const unfinished = `${path}.${process.pid}`;
		await writeFile(unfinished, await thread.dump());
		await rename(unfinished, path);
	} finally {
		await pool.end();
		await thread.close();
	}
	return path;
}

/**
 * Drops the template databases, which the embedded database does not need: a third of each clone.
 */
async function dropOtherDatabases(pool: pg.Pool): Promise<void> {
	await pool.query("UPDATE pg_database SET datistemplate = false WHERE datname <> current_database()");
	for (const name of ["template0", "template1"]) await pool.query(`DROP DATABASE ${name}`);
}

/** Removes archives of earlier migrations, unless another run may still read them. */
async function removeOthers(directory: string, current: string): Promise<void> {
	for (const name of await readdir(directory)) {
		const path = join(directory, name);
		const { mtimeMs } = await stat(path);
		if (path !== current && Date.now() - mtimeMs > ONE_DAY_MS) await rm(path, { force: true });
	}
}

/** Puts a migrated, empty database into a new data directory: a first start takes seconds to make it. */
export async function copySnapshot(dataDirectory: string): Promise<void> {
	const directory = join(dataDirectory, "database");
	await mkdir(directory, { mode: 0o700 });
	await execute("tar", ["--extract", "--file", await prepareSnapshot(), "--directory", directory]);
}

/** Creates the migrated template database on the server, unless it exists. */
export async function preparePostgresTemplate(url: string): Promise<{ url: string; template: string }> {
	const template = await templateName("template");
	const server = new pg.Client({ connectionString: url });
	await server.connect();
	try {
		// A concurrent run waits, and then finds the template.
		await server.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
		const { rowCount } = await server.query("SELECT FROM pg_database WHERE datname = $1 AND datistemplate", [template]);
		if (rowCount === 0) {
			await server.query(`DROP DATABASE IF EXISTS ${template}`);
			await server.query(`CREATE DATABASE ${template}`);
			const pool = new pg.Pool({ connectionString: databaseUrl(url, template) });
			await migrate(pool).finally(() => pool.end());
			await server.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
		}
	} finally {
		await server.end();
	}
	return { url, template };
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
	const address = new URL(url);
	address.pathname = `/${name}`;
	return address.toString();
}

async function templateName(prefix: string): Promise<string> {
	const migrations = await readMigrations(projectPath("prisma", "migrations"));
	const pglite = await readFile(projectPath("node_modules", "@electric-sql", "pglite", "package.json"));
	const hash = createHash("sha256").update(pglite);
	for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`);
	return `${prefix}_${hash.digest("hex").slice(0, 16)}`;
}
