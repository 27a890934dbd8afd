import pg from "pg";
import type { Database } from "@/lib/platform/db/database";
import { queueQueries } from "@/lib/platform/db/queue-queries";
import { boundAnswers, hearConnections } from "@/lib/platform/db/watch-connections";

const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * Shorter than a transaction's limit (lib/platform/db/client.ts), so that a waiting caller gets an
 * error and releases its connection.
 */
const LOCK_TIMEOUT_MS = 10_000;
/** Longer than a transaction's limit: the process has died silently, and its locks block others. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const CONNECTION_TIMEOUT_MS = 10_000;
/** Longer than the server lets a statement run. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** Per process and pool: one is for generic plans (lib/platform/db/prisma-client.ts), one for the rest. */
const MOST_CONNECTIONS = 10;
/** Planning some lists for each call would take several times as long as running them. */
const GENERIC_PLANS = "-c plan_cache_mode=force_generic_plan";

/** Opens connections to the PostgreSQL server of `databaseUrl`, and fails at once when it does not answer. */
export async function openPostgresPool(options: {
	databaseUrl: string;
	onError: (error: Error) => void;
	/** Shorter in tests alone. */
	answerWithinMs?: number;
}): Promise<Pick<Database, "kind" | "pool" | "close"> & { readonly genericPool: pg.Pool }> {
	const open = (...settings: string[]) => {
		const pool = new pg.Pool({
			connectionString: withSessionSettings(options.databaseUrl, settings),
			application_name: "targeting-service",
			max: MOST_CONNECTIONS,
			connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
		});
		pool.on("error", options.onError);
		hearConnections(pool);
		boundAnswers(pool, options.answerWithinMs ?? ANSWER_TIMEOUT_MS);
		queueQueries(pool);
		return pool;
	};
	const [pool, genericPool] = [open(), open(GENERIC_PLANS)];
	try {
		await pool.query("SELECT 1");
	} catch (cause) {
		await pool.end();
		throw new Error(`PostgreSQL at ${placeOfServer(options.databaseUrl)} cannot be used: ${(cause as Error).message}`, {
			cause,
		});
	}
	return {
		kind: "postgres",
		pool,
		genericPool,
		close: async () => {
			await Promise.all([pool.end(), genericPool.end()]);
		},
	};
}

/** Adds what every session must have to the URL's own `options`, which pg would put in the place of ours. */
function withSessionSettings(databaseUrl: string, more: readonly string[]): string {
	const url = new URL(databaseUrl);
	const settings = [
		"-c TimeZone=UTC",
		// Compiling a statement takes longer than any of ours takes to run.
		"-c jit=off",
		// To start workers takes longer than a page of a list does.
		"-c max_parallel_workers_per_gather=0",
		// The server's default is a spinning disk's: it would rather read everybody's rows in order than a caller's own through their index.
		"-c random_page_cost=1.1",
		`-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
		`-c lock_timeout=${LOCK_TIMEOUT_MS}`,
		`-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
		// So that the server knows within a minute that a machine is gone, rather than in two hours, and takes its connections back.
		"-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3",
		...more,
	];
	url.searchParams.set("options", [...settings, url.searchParams.get("options")].filter(Boolean).join(" "));
	return url.toString();
}

/** Which database on which server a DATABASE_URL names, without its credentials. */
export function placeOfServer(databaseUrl: string): string {
	const { host, pathname } = new URL(databaseUrl);
	return `${host}${pathname}`;
}
