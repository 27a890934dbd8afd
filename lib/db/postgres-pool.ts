import pg from "pg";
import type { Database } from "@/lib/db/database";
import { queueQueries } from "@/lib/db/queue-queries";

const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECTION_TIMEOUT_MS = 10_000;

/** Opens connections to the PostgreSQL server of `databaseUrl`, and fails at once when it does not answer. */
export async function openPostgresPool(options: {
	databaseUrl: string;
	onError: (error: Error) => void;
}): Promise<Pick<Database, "kind" | "pool" | "close">> {
	const pool = new pg.Pool({
		connectionString: withSessionSettings(options.databaseUrl),
		application_name: "targeting-service",
		max: 10,
		connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
	});
	pool.on("error", options.onError);
	queueQueries(pool);
	try {
		await pool.query("SELECT 1");
	} catch (cause) {
		await pool.end();
		throw new Error(`PostgreSQL at ${describe(options.databaseUrl)} cannot be used: ${(cause as Error).message}`, {
			cause,
		});
	}
	return { kind: "postgres", pool, close: () => pool.end() };
}

/** Adds what every session must have to the URL's own `options`, which pg would put in the place of ours. */
function withSessionSettings(databaseUrl: string): string {
	const url = new URL(databaseUrl);
	const settings = ["-c TimeZone=UTC", `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`, url.searchParams.get("options")];
	url.searchParams.set("options", settings.filter(Boolean).join(" "));
	return url.toString();
}

function describe(databaseUrl: string): string {
	const { host, pathname } = new URL(databaseUrl);
	return `${host}${pathname}`;
}
