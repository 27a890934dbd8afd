import pg from "pg";
import { PgliteThread, type PgliteThreadOptions } from "@/lib/platform/db/embedded/pglite-thread";
import { ProtocolStream } from "@/lib/platform/db/embedded/protocol-stream";
import { switchPlanCacheMode } from "@/lib/platform/db/embedded/switch-plan-cache-mode";
import { queueQueries } from "@/lib/platform/db/queue-queries";
import { hearConnections } from "@/lib/platform/db/watch-connections";

/** A pool of one connection to PGlite on its own thread. Close the thread after the pool. */
export function createPglitePool(options: PgliteThreadOptions): { pool: pg.Pool; thread: PgliteThread } {
	const thread = new PgliteThread(options);
	return { pool: poolOfThread(thread), thread };
}

/** A pool of one connection to a thread whose earlier pools have ended. */
export function poolOfThread(thread: PgliteThread): pg.Pool {
	const pool = new pg.Pool({
		// pg uses no other members of a socket than ProtocolStream has.
		stream: () => new ProtocolStream(thread) as never,
		user: "postgres",
		database: "postgres",
		// PGlite has one session: further connections would share its transaction.
		max: 1,
		idleTimeoutMillis: 0,
	});
	hearConnections(pool);
	switchPlanCacheMode(pool);
	queueQueries(pool);
	return pool;
}
