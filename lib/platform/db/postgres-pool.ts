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
/**
 * Longer than a transaction's limit: ends transactions of a process that died silently with its
 * locks.
 */
const IDLE_IN_TRANSACTION_MS = 60_000;
const CONNECTION_TIMEOUT_MS = 10_000;
/** Longer than the server's limit. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** Of each pool: one is for generic plans (lib/platform/db/prisma-client.ts), one for the rest. */
export const MOST_CONNECTIONS = 10;
/** Planning some lists for each call would take several times as long as running them. */
const GENERIC_PLANS = "-c plan_cache_mode=force_generic_plan";

/**
 * Opens connections to the PostgreSQL server of `databaseUrl`; fails at once if it does not answer.
 */
export async function openPostgresPool(options: {
	databaseUrl: string;
	onError: (error: Error) => void;
	/** Shorter in tests only. */
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

/** Adds settings of all sessions to the URL's own `options`, which pg would use instead of ours. */
function withSessionSettings(databaseUrl: string, more: readonly string[]): string {
	const url = new URL(databaseUrl);
	const settings = [
		"-c TimeZone=UTC",
		// Compiling a statement takes longer than running it.
		"-c jit=off",
		// Starting workers takes longer than a page of a list.
		"-c max_parallel_workers_per_gather=0",
		// The default is for spinning disks: the planner would scan all rows in order instead of a
		// caller's rows through their index.
		"-c random_page_cost=1.1",
		`-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
		`-c lock_timeout=${LOCK_TIMEOUT_MS}`,
		`-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
		// The server notices within a minute, instead of two hours, that a machine is gone, and frees
		// its connections.
		"-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3",
		...more,
	];
	url.searchParams.set("options", [...settings, url.searchParams.get("options")].filter(Boolean).join(" "));
	return url.toString();
}

/** Host and database of a DATABASE_URL, without credentials. */
export function placeOfServer(databaseUrl: string): string {
	const { host, pathname } = new URL(databaseUrl);
	return `${host}${pathname}`;
}
