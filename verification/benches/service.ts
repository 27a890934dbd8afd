import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { newKey } from "@/lib/domain/accounts/secrets";
import { openDatabase } from "@/lib/platform/db/client";
import { migrate } from "@/lib/platform/db/migrate";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import { SCALE_OPERATOR, scaleId } from "@/lib/tools/testing/scale/scale-ids";
import type { ScaleSizes } from "@/lib/tools/testing/scale/scale-sizes";
import type { ScaleWorld } from "@/lib/tools/testing/scale/scale-world";
import type { Api } from "./api";
import { count, print } from "./figures";
import { startBuiltService } from "./processes";
import type { Kind } from "./read-options";
import { withDirectory } from "./with-directory";

/** Where a database is. */
export type Where = { dataDir: string } | { databaseUrl: string };
/** Credentials of a user. */
export interface SignIn {
	readonly email: string;
	readonly password: string;
}

/** The people of a scale world, with few designs. */
export const NEARLY_EMPTY: ScaleSizes = { designs: 20, deployments: 40, requested: 2, targets: 24 };
export const PASSWORD = "a password of the benchmark alone";

/**
 * Creates and fills databases, by their names: in a temporary directory, or on a PostgreSQL server
 * for this run; removes them afterwards.
 * @throws Error when PostgreSQL is not installed
 */
export async function withDatabases<Name extends string, Result>(
	kind: Kind,
	sizes: Readonly<Record<Name, ScaleSizes>>,
	use: (where: Record<Name, Where>) => Promise<Result>,
): Promise<Result> {
	const made: Record<string, Where> = {};
	const entries = Object.entries<ScaleSizes>(sizes);
	const programs = kind === "postgres" ? await findPostgres() : null;
	if (kind === "postgres" && programs === null)
		throw new Error("PostgreSQL is not installed here: --database embedded measures without it.");
	const server = programs === null ? null : await startPostgres(programs);
	return withDirectory(async (directory) => {
		for (const [name, size] of entries) {
			print(`\n${kind}: a database of ${count(size.designs)} designs …`);
			const where =
				server === null ? { dataDir: join(directory, name) } : await createDatabase(server.url, `bench_${name}`);
			await fillDatabase(where, size);
			made[name] = where;
		}
		return use(made as Record<Name, Where>);
	}).finally(() => server?.stop());
}

/** Creates a database on a PostgreSQL server. */
export async function createDatabase(serverUrl: string, name: string): Promise<{ databaseUrl: string }> {
	await onServer(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`));
	return { databaseUrl: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString() };
}

/** Uses a connection to a server. */
export async function onServer<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

/** Migrates a database and fills it with a scale world. */
export async function fillDatabase(where: Where, sizes: ScaleSizes, world?: ScaleWorld): Promise<void> {
	const database = await openDatabase(where);
	try {
		await migrate(database.pool);
		await fillScaleWorld(database.pool, sizes, world);
	} finally {
		await database.close();
	}
}

/** Issues an API key for a person of a scale world. */
export async function issueBenchKey(pool: pg.Pool, person: number, scopes: readonly string[]): Promise<string> {
	const { key, prefix, secretHash } = newKey("api");
	await pool.query(
		`INSERT INTO api_keys (user_id, issued_by_id, label, prefix, secret_hash, scopes) VALUES ($1, $1, 'benchmark', $2, $3, $4::"KeyScope"[])`,
		[scaleId("user", person), prefix, Buffer.from(secretHash), [...scopes]],
	);
	return key;
}

/** Lets people of a scale world sign in with {@link PASSWORD}; gives their email addresses in order. */
export async function letSignIn(pool: pg.Pool, people: readonly number[]): Promise<string[]> {
	const ids = people.map((person) => scaleId("user", person));
	const { rows } = await pool.query<{ id: string; email: string }>(
		"UPDATE users SET password_hash = $2 WHERE id = ANY ($1::uuid[]) RETURNING id, email",
		[ids, await hashPassword(PASSWORD)],
	);
	return ids.map((id) => rows.find((row) => row.id === id)?.email ?? "");
}

/** Settings of a service on a database; `directory` has its files. */
export function settingsOf(where: Where, directory: string): Record<string, string> {
	return {
		NEXTAUTH_SECRET: "a secret of the benchmark alone, which is long enough",
		FILE_STORE_URL: pathToFileURL(directory).href,
		...("dataDir" in where ? { DATA_DIR: where.dataDir } : { DATA_DIR: directory, DATABASE_URL: where.databaseUrl }),
	};
}

/**
 * Starts the built service on a filled database, with an operator's key and password, and removes
 * both afterwards.
 */
export function withBenchService(
	kind: Kind,
	sizes: ScaleSizes,
	{ pinned = false, settings = {} }: { pinned?: boolean; settings?: Record<string, string> },
	use: (api: Api, signIn: SignIn, where: Where) => Promise<void>,
): Promise<void> {
	return withDatabases(kind, { own: sizes }, ({ own }) =>
		withDirectory(async (directory) => {
			const database = await openDatabase(own);
			const [email = ""] = await letSignIn(database.pool, [SCALE_OPERATOR]);
			const key = await issueBenchKey(database.pool, SCALE_OPERATOR, ["manage", "administer"]);
			await database.close();
			const all = { ...settingsOf(own, directory), BUILD_WORKERS: "1", ...settings };
			const { url, pid, stop } = await startBuiltService(all, { pinned });
			await use({ url, key, pid }, { email, password: PASSWORD }, own);
			await stop();
		}),
	);
}
