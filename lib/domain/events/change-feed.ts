import type { ChangeEvent } from "@/lib/contract/event";
import type { Principal } from "@/lib/domain/access/principal";
import type { Database } from "@/lib/platform/db/database";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";
import { ThrottledError } from "@/lib/rules/errors";
import { Batch } from "./batch";
import { type Change, gather, usersWithOtherCredentials } from "./change";
import { type Position, readPosition, writePosition } from "./position";
import { currentSnapshot, type Query, readChanges } from "./read-changes";
import { findSilences } from "./silent-agents";

/** What a reader is told: a change, or that it has to read everything anew. `id` is where it is then. */
export type Message = { readonly id: string } & ({ readonly event: ChangeEvent } | { readonly reset: true });

/** Who is told of changes. */
export interface Reader {
	readonly principal: Principal;
	/** The id of the last message that it knows; null: it wants what happens from now on. */
	readonly lastId: string | null;
	/** Where it begins, when it is ready to be told. */
	begin(id: string): void;
	tell(message: Message): void;
	/** What its user signs in with has changed: it may be nobody any more. */
	recheck(): void;
	/** It cannot be told any more. */
	fail(error: Error): void;
}

interface Subscription {
	readonly reader: Reader;
	/** The snapshot of what it knows. */
	known: string;
	/** Messages go out one batch after the other. */
	last: Promise<void>;
	ended: boolean;
}

/** Another process may have made the change: with PostgreSQL the table is looked at so often while anybody reads. */
const POLL_MS = 250;
/** The embedded database serves this process alone: it is looked at so soon after it was used. */
const AFTER_USE_MS = 40;
const SILENCE_MS = 5_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;
/** Tabs that one person may have open, and programs. */
const MOST_PER_USER = 20;
/** Of all users together. */
const MOST = 2_000;

/**
 * Tells all readers of this process what changes (design.md section 7, `GET /api/events`): one reading of the table for all of
 * them, and one question to the access rules for each kind of rights. Nothing runs while nobody reads.
 *
 * The table is polled, not listened to: NOTIFY takes a lock of the whole cluster at commit, which would keep transactions from
 * being committed together, and LISTEN does not pass connection poolers; a look that finds nothing costs 0.2 ms.
 */
export class ChangeFeed {
	readonly #database: Pick<Database, "pool" | "kind">;
	readonly #clock: Pick<Service, "now">;
	readonly #onError: (error: Error) => void;
	readonly #subscriptions = new Set<Subscription>();
	#snapshot: string | undefined;
	#timer: NodeJS.Timeout | undefined;
	#reading: Promise<void> | undefined;
	#starting: Promise<void> | undefined;
	#ownUse = false;
	#used = false;
	#lookedForSilence: Date | undefined;
	#agentsLive = true;
	/** When it last knew all that had happened; of `performance.now()`. */
	#currentAt = 0;

	constructor(database: Pick<Database, "pool" | "kind">, clock: Pick<Service, "now">, onError: (error: Error) => void) {
		this.#database = database;
		this.#clock = clock;
		this.#onError = onError;
	}

	/** How many read now. */
	get readers(): number {
		return this.#subscriptions.size;
	}

	/** For how long it has not learnt what happens; 0 while nobody reads. */
	get lagSeconds(): number {
		return this.#snapshot === undefined ? 0 : (performance.now() - this.#currentAt) / 1_000;
	}

	/**
	 * Tells a reader from now on, and first what it missed. Gives what ends it.
	 * @throws ThrottledError when its user, or the process, has as many as allowed
	 */
	async subscribe(reader: Reader): Promise<() => void> {
		const { userId } = reader.principal;
		const own = [...this.#subscriptions].filter((each) => each.reader.principal.userId === userId);
		if (own.length >= MOST_PER_USER || this.#subscriptions.size >= MOST) {
			throw new ThrottledError("too many event streams are open", 10);
		}
		const subscription: Subscription = { reader, known: "", last: Promise.resolve(), ended: false };
		this.#subscriptions.add(subscription);
		const end = () => this.#end(subscription);
		try {
			await this.#start();
			// What is read from here on waits behind what was missed.
			subscription.last = this.#catchUp(subscription);
			await subscription.last;
		} catch (error) {
			end();
			throw error;
		}
		return end;
	}

	/** Ends all readers, and what is under way. */
	async stop(): Promise<void> {
		for (const subscription of [...this.#subscriptions]) this.#end(subscription);
		await this.#reading?.catch(() => undefined);
	}

	#end(subscription: Subscription): void {
		subscription.ended = true;
		if (!this.#subscriptions.delete(subscription) || this.#subscriptions.size > 0) return;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#snapshot = undefined;
		this.#starting = undefined;
		this.#database.pool.off("release", this.#noteUse);
	}

	readonly #query: Query = async (statement) => {
		const client = await this.#database.pool.connect();
		try {
			return (await client.query(statement.text, [...statement.values])).rows;
		} finally {
			this.#ownUse = true;
			client.release();
			this.#ownUse = false;
		}
	};

	#start(): Promise<void> {
		this.#starting ??= this.#begin().catch((error: unknown) => {
			this.#starting = undefined;
			throw error;
		});
		return this.#starting;
	}

	async #begin(): Promise<void> {
		// What was used while nobody read is no reason to overlook what is used from now on.
		this.#used = false;
		if (this.#database.kind === "embedded") this.#database.pool.on("release", this.#noteUse);
		this.#lookedForSilence = this.#clock.now();
		this.#agentsLive = true;
		this.#snapshot = await currentSnapshot(this.#query);
		this.#currentAt = performance.now();
		this.#schedule(this.#pause());
	}

	/** The embedded database was used by others than this feed, which may have changed something. */
	readonly #noteUse = () => {
		if (this.#ownUse || this.#used) return;
		this.#used = true;
		if (this.#snapshot !== undefined && this.#reading === undefined) this.#schedule(AFTER_USE_MS);
	};

	#schedule(milliseconds: number): void {
		clearTimeout(this.#timer);
		if (this.#subscriptions.size === 0) return;
		this.#timer = setTimeout(() => {
			this.#reading = this.#read()
				.catch((error: unknown) => {
					this.#onError(error instanceof Error ? error : new Error(String(error)));
					return PAUSE_AFTER_FAILURE_MS;
				})
				.then((pause) => {
					this.#reading = undefined;
					this.#schedule(pause);
				});
		}, milliseconds).unref();
	}

	/** Reads once and tells everybody; gives when to look again. */
	async #read(): Promise<number> {
		const embedded = this.#database.kind === "embedded";
		const due = this.#snapshot;
		if (due === undefined) return POLL_MS;
		if (!embedded || this.#used) {
			this.#used = false;
			const { snapshot, rows } = await readChanges(this.#query, { snapshot: due });
			// Everybody may have left meanwhile, and others have come who know more.
			if (this.#snapshot !== due) return POLL_MS;
			this.#snapshot = snapshot;
			if (rows === null || rows.length > 0) this.#tellAll(new Batch(this.#query, snapshot, rows && gather(rows)));
			if (rows?.some(({ type }) => type === "target_agents")) this.#agentsLive = true;
			// When too much happened to be read, anybody's credentials may have changed.
			const changed = rows && usersWithOtherCredentials(rows);
			for (const { reader } of this.#subscriptions) {
				if (changed === null || changed.has(reader.principal.userId)) reader.recheck();
			}
		}
		await this.#lookForSilence();
		this.#currentAt = performance.now();
		return this.#pause();
	}

	/** When to look again. */
	#pause(): number {
		if (this.#database.kind !== "embedded") return POLL_MS;
		return this.#used ? AFTER_USE_MS : SILENCE_MS;
	}

	async #lookForSilence(): Promise<void> {
		const now = this.#clock.now();
		const before = this.#lookedForSilence ?? now;
		if (!this.#agentsLive || now.getTime() - before.getTime() < SILENCE_MS) return;
		const { targets, living } = await findSilences(this.#query, before, now);
		this.#lookedForSilence = now;
		this.#agentsLive = living;
		const { id, revision, facts, transactions } = { id: 0n, revision: null, facts: [], transactions: [] };
		const changes = targets.map(
			(objectId): Change => ({ id, revision, facts, transactions, type: "target_agents", objectId }),
		);
		if (changes.length > 0 && this.#snapshot !== undefined) {
			this.#tellAll(new Batch(this.#query, this.#snapshot, changes));
		}
	}

	#tellAll(batch: Batch): void {
		for (const subscription of this.#subscriptions) {
			subscription.last = subscription.last
				.then(() => this.#tell(subscription, batch, { snapshot: subscription.known }))
				.catch((error: unknown) => {
					// It has missed something: it comes back and asks for it.
					this.#end(subscription);
					subscription.reader.fail(error instanceof Error ? error : new Error(String(error)));
				});
		}
	}

	async #catchUp(subscription: Subscription): Promise<void> {
		const { reader } = subscription;
		const from = reader.lastId === null ? null : readPosition(reader.lastId);
		if (reader.lastId !== null && from !== null) {
			const { snapshot, rows } = await readChanges(this.#query, from);
			subscription.known = from.snapshot;
			reader.begin(reader.lastId);
			await this.#tell(subscription, new Batch(this.#query, snapshot, rows && gather(rows)), from);
			return;
		}
		const snapshot = await currentSnapshot(this.#query);
		subscription.known = snapshot;
		reader.begin(snapshot);
		if (reader.lastId !== null) reader.tell({ id: snapshot, reset: true });
	}

	/** Tells one reader of a batch. Only the last message's id stands for all of it. */
	async #tell(subscription: Subscription, batch: Batch, from: Position): Promise<void> {
		const { reader, known } = subscription;
		if (subscription.ended) return;
		const visible = await batch.newTo(reader.principal, known);
		if (subscription.ended) return;
		subscription.known = batch.snapshot;
		if (batch.changes === null) {
			reader.tell({ id: batch.snapshot, reset: true });
			return;
		}
		visible.forEach(({ change, event }, place) => {
			const between = { snapshot: from.snapshot, next: { snapshot: batch.snapshot, upTo: change.id } };
			const last = place === visible.length - 1;
			reader.tell({ id: writePosition(last ? { snapshot: batch.snapshot } : between), event });
		});
	}
}

const feeds = new WeakMap<object, ChangeFeed>();

/** The feed of a database in this process: one for all. */
export function changeFeed(database: Pick<Database, "pool" | "kind">, clock: Pick<Service, "now">): ChangeFeed {
	const feed =
		feeds.get(database) ??
		new ChangeFeed(database, clock, (err) =>
			reportFailure("changes", err, "changes could not be read for the pages that are open: they are asked for again"),
		);
	feeds.set(database, feed);
	return feed;
}
