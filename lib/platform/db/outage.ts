import type pg from "pg";
import { causeInWords, isDatabaseAway, isDatabaseExhausted } from "@/lib/platform/database-away";
import { log } from "@/lib/platform/log";
import { processCell } from "@/lib/platform/process-state";

/** How often a database that is away is asked whether it is back. */
const ASK_EVERY_MS = 1_000;
/** The first time it is asked by what may be a dead connection, too: the second time by another one. */
const SURE_AT = 2;
const ASK_AGAIN_MS = 100;

interface Outage {
	readonly since: number;
	/** Without an answer; at {@link SURE_AT} it is said. */
	asked: number;
	/** What failed because of it, after the first. */
	failures: number;
}

/** A database whose absence is noted. */
interface WatchedOutage {
	readonly pool: pg.Pool;
	outage: Outage | undefined;
}

const cell = processCell<WatchedOutage>("outage");

/** From now on, what {@link noteOutage} hears of is asked of this database; undefined: of none. */
export function watchOutages(pool: pg.Pool | undefined): void {
	cell.value = pool === undefined ? undefined : { pool, outage: undefined };
}

/**
 * Hears of a failure. While the database is away everything fails for this one reason: the first failure is told by whom it meets,
 * then one line says that the database is away, and another for how long it was when it answers again.
 * @returns whether it is known already, so that nobody need tell of it
 */
export function noteOutage(thrown: unknown): boolean {
	const watched = cell.value;
	if (watched === undefined || watched.pool.ending) return false;
	// One that has too little of something answers the next question, and would be away and back with each.
	if (!isDatabaseAway(thrown) || isDatabaseExhausted(thrown)) return false;
	if (watched.outage !== undefined) {
		watched.outage.failures += 1;
		return true;
	}
	const outage = { since: performance.now(), asked: 0, failures: 0 };
	watched.outage = outage;
	void ask(watched, outage);
	return false;
}

async function ask(watched: WatchedOutage, outage: Outage): Promise<void> {
	const refusal = await refusalOf(watched.pool);
	// Meanwhile it may have been closed: then nobody waits for it.
	if (cell.value !== watched || watched.pool.ending) return;
	if (refusal === undefined) {
		watched.outage = undefined;
		if (outage.asked < SURE_AT) return;
		const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
		log.warn({ seconds, failures: outage.failures }, "the database answers again");
		return;
	}
	outage.asked += 1;
	if (outage.asked === SURE_AT) {
		log.error({ cause: refusal }, "the database is away: what fails because of it is not told until it answers again");
	}
	setTimeout(() => void ask(watched, outage), outage.asked < SURE_AT ? ASK_AGAIN_MS : ASK_EVERY_MS).unref();
}

/** Why it cannot be used, if so. One that only reads, as a standby, answers and is of no use. */
async function refusalOf(pool: pg.Pool): Promise<string | undefined> {
	try {
		const { rows } = await pool.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
		return rows[0]?.transaction_read_only === "off" ? undefined : "it takes no writes";
	} catch (error) {
		return causeInWords(error);
	}
}
