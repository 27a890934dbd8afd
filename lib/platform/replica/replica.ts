import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { coalesced } from "@/lib/platform/coalesced";
import { causeInWords, isDatabaseAway, isStatementTooSlow } from "@/lib/platform/database-away";
import { askBriefly } from "@/lib/platform/db/ask-briefly";
import { createDatabase, type Database } from "@/lib/platform/db/client";
import { isSerializationFailure } from "@/lib/platform/db/conflicts";
import { createPostgresPools } from "@/lib/platform/db/postgres-pool";
import type { Client } from "@/lib/platform/db/prisma-client";
import { differenceOf, hasReached, placeOfPrimary, placeOfReplica, type WalPlace } from "@/lib/platform/db/wal-place";
import { log, logRepeated } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics/metrics";
import { isDomainError } from "@/lib/rules/errors";
import { fallbackClient } from "./fallback-client";

/** How long a read waits for the replica to catch up. */
const WAIT_MS = 100;
const LOOK_EVERY_MS = 5;
/** For as long it is taken to be there without a look. */
const SURE_MS = 1_000;
/** How long all reads go to the primary when the replica was late or away. */
const TRY_AGAIN_MS = 1_000;
/** Longer than a statement waits for a connection: those of requests from before must be refused. */
const AFTER_STEP_BACK_MS = 30_000;
/** A server that takes longer for its place is of no use. */
const PLACE_WITHIN_MS = 1_000;

/**
 * The primary's place for all reads that begin before the query: each read is older than its place.
 */
const primaryPlace = coalesced(async (primary: pg.Pool, _key, _reads: readonly null[]) => {
	const place = await placeOfPrimary(primary);
	return () => place;
});

interface Outage {
	readonly since: number;
	cause: string;
	tryAt: number;
	isLogged: boolean;
}

type Look = { readonly place: WalPlace } | { readonly problem: string };

/**
 * A hot standby of the database that takes reads. No read may miss a commit from before it: it
 * waits until the replica has reached the primary's place, or uses the primary
 * (docs/decisions/0538).
 */
export class Replica {
	readonly database: Database;
	readonly #primary: Database;
	readonly #waitMs: number;
	/** A connection of its own, so that reads do not hold up the question whether to read. */
	readonly #asking: ReturnType<typeof createPostgresPools>;
	/** The furthest place at which it was found. */
	#reached: WalPlace | undefined;
	#looking: Promise<Look> | undefined;
	#lookedAt = Number.NEGATIVE_INFINITY;
	#outage: Outage | undefined;

	constructor(
		options: {
			databaseUrl: string;
			connections?: number | undefined;
			/** Longer in tests alone. */
			waitMs?: number;
		},
		primary: Database,
	) {
		this.#primary = primary;
		this.#waitMs = options.waitMs ?? WAIT_MS;
		const onError = (error: Error) => this.#begin(causeInWords(error));
		const verify: pg.PoolConfig["verify"] = (client, done) => void this.#admit(client).then(() => done(), done);
		this.database = createDatabase(createPostgresPools({ ...options, onError, verify }));
		const asking = { connections: 2, answerWithinMs: PLACE_WITHIN_MS, idleMs: 0 };
		this.#asking = createPostgresPools({ ...options, onError, ...asking });
	}

	/** Checks whether it is usable, so that the log has the result from the start. */
	async check(): Promise<void> {
		// A first connection takes longer than a read would wait.
		await askBriefly(this.#look());
		await this.#find({ looks: true });
		if (this.#outage !== undefined) this.#tell(this.#outage);
	}

	/** A client for the reads of one request, which finds all that was committed before this call. */
	async reader(): Promise<Client> {
		if (this.#outage !== undefined) void this.#tryAgain(this.#outage);
		const wanted = this.#outage === undefined ? await this.#find() : undefined;
		metrics().own.replicaReads.inc({ database: wanted === undefined ? "primary" : "replica" });
		if (wanted === undefined) return this.#primary.prisma;
		return fallbackClient(this.database.prisma, this.#primary.prisma, {
			isUsable: () => this.#reached !== undefined && hasReached(this.#reached, wanted),
			fails: (thrown) => this.#fails(thrown),
		});
	}

	async close(): Promise<void> {
		await Promise.all([this.database.close(), this.#asking.close()]);
	}

	/**
	 * The primary's place, if the replica has reached it or does so soon.
	 * @param options.looks where it is not enough that the replica was there a moment ago
	 */
	async #find({ looks } = { looks: false }): Promise<WalPlace | undefined> {
		// The read itself will say that the primary is away.
		const wanted = await primaryPlace(this.#primary.pool, "", null).catch(() => undefined);
		if (wanted === undefined) return undefined;
		const startedAt = performance.now();
		const isSure = !looks && startedAt - this.#lookedAt < SURE_MS;
		if (isSure && this.#reached !== undefined && hasReached(this.#reached, wanted)) return wanted;
		let lag: number | undefined;
		for (;;) {
			const left = startedAt + this.#waitMs - performance.now();
			const look = left > 0 ? await askBriefly(this.#look(), left) : undefined;
			if (look !== undefined && "place" in look) {
				lag ??= Math.max(0, wanted.position - look.place.position);
				metrics().own.replicaLag.set(lag);
				if (hasReached(look.place, wanted)) return wanted;
			}
			const problem = problemOf(look, wanted);
			if (problem === undefined) continue;
			this.#begin(problem);
			return undefined;
		}
	}

	/** Where the replica is; those that ask at once share an answer. */
	#look(): Promise<Look> {
		this.#looking ??= this.#lookInTurn().finally(() => {
			this.#looking = undefined;
		});
		return this.#looking;
	}

	async #lookInTurn(): Promise<Look> {
		const early = this.#lookedAt + LOOK_EVERY_MS - performance.now();
		if (early > 0) await pause(early);
		try {
			const place = await placeOfReplica(this.#asking.pool);
			// One that has started again may be behind for a moment: its connections tell (#admit).
			if (this.#reached === undefined || !hasReached(this.#reached, place)) this.#reached = place;
			return { place };
		} catch (thrown) {
			return { problem: causeInWords(thrown) };
		} finally {
			this.#lookedAt = performance.now();
		}
	}

	/**
	 * Refuses a new connection to a server that is not as far as the replica was, on which requests
	 * rely: it has started again, was made afresh, or another one has its address.
	 */
	async #admit(client: pg.PoolClient): Promise<void> {
		const place = await placeOfReplica(client);
		if (this.#reached !== undefined && !hasReached(place, this.#reached)) {
			this.#reached = place;
			this.#begin("it is not as far as it was", AFTER_STEP_BACK_MS);
		}
		if (this.#outage !== undefined) throw new Error("the read replica is not used at the moment");
	}

	#begin(cause: string, pauseMs = TRY_AGAIN_MS): void {
		const now = performance.now();
		this.#outage ??= { since: now, cause, tryAt: now, isLogged: false };
		this.#outage.cause = cause;
		this.#outage.tryAt = Math.max(this.#outage.tryAt, now + pauseMs);
	}

	/** In the background: no read waits for a replica that was late. */
	async #tryAgain(outage: Outage): Promise<void> {
		if (performance.now() < outage.tryAt) return;
		const tryAt = performance.now() + TRY_AGAIN_MS;
		outage.tryAt = tryAt;
		const found = await this.#find({ looks: true });
		// Another read may have found it failing since.
		if (found === undefined || outage.tryAt !== tryAt) return this.#tell(outage);
		this.#outage = undefined;
		if (!outage.isLogged) return;
		const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
		log.warn({ seconds }, "the read replica takes lists and exports again");
	}

	/** One line for an outage, which lasts longer than a moment. */
	#tell(outage: Outage): void {
		if (outage.isLogged) return;
		outage.isLogged = true;
		log.warn({ cause: outage.cause }, "the read replica is not used: lists and exports are read from the primary");
	}

	/** Whether an error may be the replica's, so that the primary must answer. */
	#fails(thrown: unknown): boolean {
		if (isDomainError(thrown) || isStatementTooSlow(thrown)) return false;
		metrics().own.replicaReads.inc({ database: "repeated" });
		if (isDatabaseAway(thrown)) this.#begin(causeInWords(thrown));
		// The replica has canceled a statement to go on with its replay, or takes no connections.
		else if (!isSerializationFailure(thrown) && this.#outage === undefined) {
			const words = "a read failed on the replica and is repeated on the primary";
			logRepeated(`replica ${causeInWords(thrown)}`, { err: thrown }, words);
		}
		return true;
	}
}

function problemOf(look: Look | undefined, wanted: WalPlace): string | undefined {
	if (look === undefined) return "it is behind the primary, or does not answer";
	return "problem" in look ? look.problem : differenceOf(look.place, wanted);
}
