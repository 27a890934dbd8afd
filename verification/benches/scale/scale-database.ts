import pg from "pg";
import { openDatabase } from "@/lib/platform/db/client";
import { migrate } from "@/lib/platform/db/migrate";
import { findPostgres, startPostgres } from "@/lib/tools/testing/postgres-server.mjs";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import { MANY_ORGANIZATIONS, proportional } from "./many-organizations";

/** A server for this run, or one that keeps the databases for the next run. */
export interface ScaleServer {
	readonly url: string;
	readonly keeps: boolean;
	stop(): Promise<void>;
}

/** Of a machine with 8 GB; unlike servers of tests it waits for the disk. */
const SETTINGS = [
	"shared_buffers=2GB",
	"effective_cache_size=5GB",
	"maintenance_work_mem=512MB",
	"max_wal_size=4GB",
	"fsync=on",
	"synchronous_commit=on",
	"full_page_writes=on",
];

/**
 * Starts a server for this run, or takes the given one.
 * @throws Error when PostgreSQL is not installed
 */
export async function scaleServer(given: string | undefined): Promise<ScaleServer> {
	if (given !== undefined) return { url: given, keeps: true, stop: () => Promise.resolve() };
	const programs = await findPostgres();
	if (programs === null) throw new Error("PostgreSQL is not installed here: --server names one elsewhere.");
	return { ...(await startPostgres(programs, { settings: SETTINGS })), keeps: false };
}

/** A filled database. */
export interface ScaleDatabase {
	readonly url: string;
	/** Seconds of the filling; null where it was kept from an earlier run. */
	readonly filledIn: number | null;
	remove(): Promise<void>;
}

/** Creates and fills the database of a size, unless the server keeps it from an earlier run. */
export async function scaleDatabase(server: ScaleServer, designs: number): Promise<ScaleDatabase> {
	const name = `targeting_scale_${designs}`;
	const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).toString();
	const there = await onServer(server, (client) =>
		client.query("SELECT FROM pg_database WHERE datname = $1", [name]).then(({ rowCount }) => rowCount === 1),
	);
	const drop = () => onServer(server, (client) => client.query(`DROP DATABASE ${name}`)).then(() => undefined);
	const remove = server.keeps ? () => Promise.resolve() : drop;
	if (there) return { url, filledIn: null, remove };
	const began = performance.now();
	await onServer(server, (client) => client.query(`CREATE DATABASE ${name}`));
	try {
		await fill(url, designs);
	} catch (error) {
		await drop();
		throw error;
	}
	return { url, filledIn: (performance.now() - began) / 1_000, remove };
}

async function fill(databaseUrl: string, designs: number): Promise<void> {
	const database = await openDatabase({ databaseUrl });
	try {
		await migrate(database.pool);
		await fillScaleWorld(database.pool, proportional(designs), MANY_ORGANIZATIONS);
	} finally {
		await database.close();
	}
}

async function onServer<Result>({ url }: ScaleServer, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}
