import pg from "pg";
import { PgliteThread, type PgliteThreadOptions } from "@/lib/platform/db/embedded/pglite-thread";
import { planAsAsked } from "@/lib/platform/db/embedded/plan-as-asked";
import { ProtocolStream } from "@/lib/platform/db/embedded/protocol-stream";
import { queueQueries } from "@/lib/platform/db/queue-queries";
import { hearConnections } from "@/lib/platform/db/watch-connections";

/** A pool of one connection to a PGlite on its own thread, and the thread, which is closed after the pool. */
export function createPglitePool(options: PgliteThreadOptions): { pool: pg.Pool; thread: PgliteThread } {
	const thread = new PgliteThread(options);
	const pool = new pg.Pool({
		// pg calls nothing of a socket but what ProtocolStream has.
		stream: () => new ProtocolStream(thread) as never,
		user: "postgres",
		database: "postgres",
		// PGlite has one session: further connections would share its transaction.
		max: 1,
		idleTimeoutMillis: 0,
	});
	hearConnections(pool);
	planAsAsked(pool);
	queueQueries(pool);
	return { pool, thread };
}
