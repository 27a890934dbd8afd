import pg from "pg";
import type { Database } from "@/lib/platform/db/database";
import { queueQueries } from "@/lib/platform/db/queue-queries";
import { repeatDeadlocked } from "@/lib/platform/db/repeat-deadlocked";
import { boundAnswers, hearConnections } from "@/lib/platform/db/watch-connections";

const TOO_MANY_CONNECTIONS = "53300";
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

/** Where DATABASE_CONNECTIONS does not say it. */
const MOST_CONNECTIONS = 20;
/** Planning some lists for each call would take several times as long as running them. */
const GENERIC_PLANS = "plan_cache_mode=force_generic_plan";

/** Settings of all sessions. */
const SESSION_SETTINGS = [
	"TimeZone=UTC",
	// Compiling a statement takes longer than running it.
	"jit=off",
	// Starting workers takes longer than a page of a list.
	"max_parallel_workers_per_gather=0",
	// The default is for spinning disks: the planner would scan all rows in order instead of a
	// caller's rows through their index.
	"random_page_cost=1.1",
	`statement_timeout=${STATEMENT_TIMEOUT_MS}`,
	`lock_timeout=${LOCK_TIMEOUT_MS}`,
	`idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
	// The server notices within a minute, instead of two hours, that a machine is gone, and frees
	// its connections.
	"tcp_keepalives_idle=30",
	"tcp_keepalives_interval=10",
	"tcp_keepalives_count=3",
];

/** Connections to one server. */
interface PostgresPools extends Pick<Database, "kind" | "pool" | "close"> {
	readonly genericPool: pg.Pool;
}

interface PostgresOptions {
	databaseUrl: string;
	onError: (error: Error) => void;
	/** Of all pools together: at least 2. */
	connections?: number | undefined;
	/** How long a server may take for an answer. */
	answerWithinMs?: number;
	/** After which unused connections are closed: 10 seconds by default, 0 for never. */
	idleMs?: number;
	/** Refuses new connections. */
	verify?: pg.PoolConfig["verify"];
}

/**
 * Opens connections to the PostgreSQL server of `databaseUrl`; fails at once if it does not answer.
 * A pooler takes no settings of sessions, so all of its connections are alike.
 */
export async function openPostgresPool(options: PostgresOptions): Promise<PostgresPools> {
	const pools = createPostgresPools(options);
	const { pool } = pools;
	try {
		if (isBehindPooler(options.databaseUrl)) await refuseUnsetSessions(pool);
		else await pool.query("SELECT 1");
	} catch (cause) {
		await pools.close();
		throw new Error(`PostgreSQL at ${placeOfServer(options.databaseUrl)} cannot be used: ${inWords(cause)}`, { cause });
	}
	return pools;
}

/**
 * Makes pools that connect when they are used. Half of the connections are for generic plans
 * (lib/platform/db/prisma-client.ts).
 */
export function createPostgresPools(options: PostgresOptions): PostgresPools {
	const { connections = MOST_CONNECTIONS } = options;
	const open = (max: number, ...settings: string[]) => {
		const pool = new pg.Pool({
			connectionString: isPooled
				? options.databaseUrl
				: withSessionSettings(options.databaseUrl, [...SESSION_SETTINGS, ...settings]),
			application_name: "targeting-service",
			max,
			connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
			idleTimeoutMillis: options.idleMs ?? 10_000,
			verify: options.verify,
		});
		pool.on("error", options.onError);
		hearConnections(pool);
		boundAnswers(pool, options.answerWithinMs ?? ANSWER_TIMEOUT_MS);
		queueQueries(pool);
		repeatDeadlocked(pool);
		return pool;
	};
	const isPooled = isBehindPooler(options.databaseUrl);
	const pool = open(isPooled ? connections : Math.ceil(connections / 2));
	const genericPool = isPooled ? pool : open(Math.floor(connections / 2), GENERIC_PLANS);
	return {
		kind: "postgres",
		pool,
		genericPool,
		close: async () => {
			await Promise.all([...new Set([pool, genericPool])].map((each) => each.end()));
		},
	};
}

/**
 * Whether the address is that of a pooler in transaction mode, such as pgbouncer: each transaction
 * may run on another connection, so nothing is prepared or set for a session.
 */
export function isBehindPooler(databaseUrl: string): boolean {
	return new URL(databaseUrl).searchParams.get("pgbouncer") === "true";
}

/**
 * Refuses sessions in another time zone, and those that wait without limit.
 * @throws Error that names the settings the role needs
 */
async function refuseUnsetSessions(pool: pg.Pool): Promise<void> {
	const { rows } = await pool.query<{ name: string }>(
		`SELECT name FROM pg_settings WHERE name = 'TimeZone' AND setting <> 'UTC'
			OR name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') AND setting = '0'`,
	);
	const missing = SESSION_SETTINGS.filter((setting) => rows.some(({ name }) => setting.startsWith(`${name}=`)));
	if (missing.length === 0) return;
	throw new Error(`behind a pooler its role must have the settings ${missing.join(", ")} (ALTER ROLE … SET …)`);
}

function inWords(cause: unknown): string {
	const { message, code } = cause as { readonly message: string; readonly code?: unknown };
	return code === TOO_MANY_CONNECTIONS
		? `${message}: lower DATABASE_CONNECTIONS of the processes, or raise the server's max_connections`
		: message;
}

/** Adds settings of all sessions to the URL's own `options`, which pg would use instead of ours. */
function withSessionSettings(databaseUrl: string, settings: readonly string[]): string {
	const url = new URL(databaseUrl);
	const ours = settings.map((setting) => `-c ${setting}`);
	url.searchParams.set("options", [...ours, url.searchParams.get("options")].filter(Boolean).join(" "));
	return url.toString();
}

/** Host and database of a DATABASE_URL, without credentials. */
export function placeOfServer(databaseUrl: string): string {
	const { host, pathname } = new URL(databaseUrl);
	return `${host}${pathname}`;
}
