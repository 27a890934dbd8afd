import type pg from "pg";
import { causeInWords, isDatabaseAway, isDatabaseExhausted } from "@/lib/platform/database-away";
import { endRepeats, log } from "@/lib/platform/log";
import { processCell } from "@/lib/platform/process-state";

/** The interval of checks while the database is away. */
const ASK_EVERY_MS = 1_000;
/** The first check may use a dead connection, the second uses another one. */
const SURE_AT = 2;
const ASK_AGAIN_MS = 100;

interface Outage {
	readonly since: number;
	/** Failed checks; at {@link SURE_AT} the outage is logged. */
	checks: number;
	/** Failures during the outage, after the first. */
	failures: number;
}

/** A database whose outages are logged. */
interface WatchedOutage {
	readonly pool: pg.Pool;
	outage: Outage | undefined;
}

const cell = processCell<WatchedOutage>("outage");

/** Sets the database that {@link noteOutage} checks; undefined for none. */
export function watchOutages(pool: pg.Pool | undefined): void {
	cell.value = pool === undefined ? undefined : { pool, outage: undefined };
}

/**
 * Notes a failure. During an outage every failure has the same cause, so only the first is logged
 * by its caller; one line reports the outage and one its end.
 * @returns whether the outage is already known, so that the caller need not log the failure
 */
export function noteOutage(thrown: unknown): boolean {
	const watched = cell.value;
	if (watched === undefined || watched.pool.ending) return false;
	// An exhausted database answers the next query, so the outage would begin and end with each.
	if (!isDatabaseAway(thrown) || isDatabaseExhausted(thrown)) return false;
	if (watched.outage !== undefined) {
		watched.outage.failures += 1;
		return true;
	}
	const outage = { since: performance.now(), checks: 0, failures: 0 };
	watched.outage = outage;
	void ask(watched, outage);
	return false;
}

async function ask(watched: WatchedOutage, outage: Outage): Promise<void> {
	const refusal = await refusalOf(watched.pool);
	// The database may have been closed since.
	if (cell.value !== watched || watched.pool.ending) return;
	if (refusal === undefined) {
		watched.outage = undefined;
		endRepeats();
		if (outage.checks < SURE_AT) return;
		const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
		log.warn({ seconds, failures: outage.failures }, "the database answers again");
		return;
	}
	outage.checks += 1;
	if (outage.checks === SURE_AT) {
		log.error({ cause: refusal }, "the database is away: further failures are not logged until it answers again");
	}
	setTimeout(() => void ask(watched, outage), outage.checks < SURE_AT ? ASK_AGAIN_MS : ASK_EVERY_MS).unref();
}

/**
 * Gives the reason that the database is unusable; undefined for a usable one. A read-only standby
 * counts as unusable.
 */
async function refusalOf(pool: pg.Pool): Promise<string | undefined> {
	try {
		const { rows } = await pool.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
		return rows[0]?.transaction_read_only === "off" ? undefined : "it takes no writes";
	} catch (error) {
		return causeInWords(error);
	}
}
