import pg from "pg";
import { PgliteThread, type PgliteThreadOptions } from "@/lib/platform/db/embedded/pglite-thread";
import { planAsAsked } from "@/lib/platform/db/embedded/plan-as-asked";
import { ProtocolStream } from "@/lib/platform/db/embedded/protocol-stream";
import { queueQueries } from "@/lib/platform/db/queue-queries";
import { hearConnections } from "@/lib/platform/db/watch-connections";

/** A pool of one connection to PGlite on its own thread. Close the thread after the pool. */
export function createPglitePool(options: PgliteThreadOptions): { pool: pg.Pool; thread: PgliteThread } {
	const thread = new PgliteThread(options);
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
	planAsAsked(pool);
	queueQueries(pool);
	return { pool, thread };
}
