import type { ChangeEvent } from "@/lib/contract/event";
import type { Principal } from "@/lib/domain/access/principal";
import type { Database } from "@/lib/platform/db/database";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";
import { Slots } from "@/lib/platform/throttling/slots";
import { outsideSpans } from "@/lib/tracing/tracing";
import { Batch } from "./batch";
import { type Change, mergeByObject, usersWithOtherCredentials } from "./change";
import { type Position, readPosition, writePosition } from "./position";
import { currentSnapshot, type Query, readChanges } from "./read-changes";
import { findSilences } from "./silent-agents";

/**
 * A message to a reader: a change, or a reset after which it has to load everything again. `id` is
 * the reader's position after it.
 */
export type Message = { readonly id: string } & ({ readonly event: ChangeEvent } | { readonly reset: true });

export interface Reader {
	readonly principal: Principal;
	/** Id of the last received message, or null to start now. */
	readonly lastId: string | null;
	/** Called with the start position, before the first message. */
	begin(id: string): void;
	send(message: Message): void;
	/** Called when the user's credentials have changed and may be invalid. */
	recheck(): void;
	/** Called when the feed has to drop the reader. */
	fail(error: Error): void;
}

interface Subscription {
	readonly reader: Reader;
	/** Snapshot of the reader's knowledge. */
	known: string;
	readonly release: () => void;
	/** Batches are sent one after the other. */
	last: Promise<void>;
	ended: boolean;
}

/** Poll interval with PostgreSQL, where other processes may make changes. */
const POLL_MS = 250;
/** Delay after use of the embedded database, which serves this process alone. */
const AFTER_USE_MS = 40;
const SILENCE_MS = 5_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;
/** Open tabs and programs. */
export const STREAM_LIMITS = { what: "event streams", ofUser: 20, ofOrganization: 1_000, inAll: 2_000 } as const;

/**
 * Sends changes to all readers of this process (docs/contract.md, Events). Reads the
 * table once for all, and checks access once per kind of rights; idle without readers.
 *
 * Polls instead of LISTEN/NOTIFY: NOTIFY takes a cluster-wide lock at commit, and LISTEN does not
 * work through connection poolers. An empty poll is cheap.
 */
export class ChangeFeed {
	readonly #database: Pick<Database, "pool" | "kind">;
	readonly #clock: Pick<Service, "now">;
	readonly #onError: (error: Error) => void;
	readonly #subscriptions = new Set<Subscription>();
	readonly #slots = new Slots(STREAM_LIMITS);
	#snapshot: string | undefined;
	#timer: NodeJS.Timeout | undefined;
	#reading: Promise<void> | undefined;
	#starting: Promise<void> | undefined;
	#ownUse = false;
	#used = false;
	#checkedForSilence: Date | undefined;
	#agentsLive = true;
	/** When it was last up to date; of `performance.now()`. */
	#currentAt = 0;

	constructor(database: Pick<Database, "pool" | "kind">, clock: Pick<Service, "now">, onError: (error: Error) => void) {
		this.#database = database;
		this.#clock = clock;
		this.#onError = onError;
	}

	get readers(): number {
		return this.#subscriptions.size;
	}

	/** Seconds since it was last up to date; 0 without readers. */
	get lagSeconds(): number {
		return this.#snapshot === undefined ? 0 : (performance.now() - this.#currentAt) / 1_000;
	}

	/**
	 * Adds a reader: sends missed changes first, then new ones. Returns the function that removes
	 * it.
	 * @throws ThrottledError when its user, its organization or the process has too many
	 */
	async subscribe(reader: Reader): Promise<() => void> {
		const release = this.#slots.take(reader.principal);
		const subscription: Subscription = { reader, release, known: "", last: Promise.resolve(), ended: false };
		this.#subscriptions.add(subscription);
		const end = () => this.#end(subscription);
		try {
			await this.#start();
			// Later batches queue behind the missed changes.
			subscription.last = this.#catchUp(subscription);
			await subscription.last;
		} catch (error) {
			end();
			throw error;
		}
		return end;
	}

	/** Ends all readers and the current read. */
	async stop(): Promise<void> {
		for (const subscription of [...this.#subscriptions]) this.#end(subscription);
		await this.#reading?.catch(() => undefined);
	}

	#end(subscription: Subscription): void {
		subscription.ended = true;
		subscription.release();
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
		// Uses before the first reader do not count.
		this.#used = false;
		if (this.#database.kind === "embedded") this.#database.pool.on("release", this.#noteUse);
		this.#checkedForSilence = this.#clock.now();
		this.#agentsLive = true;
		this.#snapshot = await currentSnapshot(this.#query);
		this.#currentAt = performance.now();
		this.#schedule(this.#pause());
	}

	/** Use of the embedded database by others may have changed something. */
	readonly #noteUse = () => {
		if (this.#ownUse || this.#used) return;
		this.#used = true;
		if (this.#snapshot !== undefined && this.#reading === undefined) this.#schedule(AFTER_USE_MS);
	};

	#schedule(milliseconds: number): void {
		clearTimeout(this.#timer);
		if (this.#subscriptions.size === 0) return;
		// Not of the request that began it.
		this.#timer = outsideSpans(() => setTimeout(() => this.#look(), milliseconds).unref());
	}

	#look(): void {
		this.#reading = this.#read()
			.catch((error: unknown) => {
				this.#onError(error instanceof Error ? error : new Error(String(error)));
				return PAUSE_AFTER_FAILURE_MS;
			})
			.then((pause) => {
				this.#reading = undefined;
				this.#schedule(pause);
			});
	}

	/** Reads once and sends to all; returns the delay until the next read. */
	async #read(): Promise<number> {
		const embedded = this.#database.kind === "embedded";
		const due = this.#snapshot;
		if (due === undefined) return POLL_MS;
		if (!embedded || this.#used) {
			this.#used = false;
			const { snapshot, rows } = await readChanges(this.#query, { snapshot: due });
			// All readers may have left since, and others with a later snapshot may have come.
			if (this.#snapshot !== due) return POLL_MS;
			this.#snapshot = snapshot;
			if (rows === null || rows.length > 0)
				this.#sendAll(new Batch(this.#query, snapshot, rows && mergeByObject(rows)));
			if (rows?.some(({ type }) => type === "target_agents")) this.#agentsLive = true;
			// With too many changes to read, any credential may have changed.
			const changed = rows && usersWithOtherCredentials(rows);
			for (const { reader } of this.#subscriptions) {
				const { userId, organizationId } = reader.principal;
				if (changed === null || changed.has(userId) || changed.has(organizationId)) reader.recheck();
			}
		}
		await this.#checkForSilence();
		this.#currentAt = performance.now();
		return this.#pause();
	}

	/** Delay until the next read. */
	#pause(): number {
		if (this.#database.kind !== "embedded") return POLL_MS;
		return this.#used ? AFTER_USE_MS : SILENCE_MS;
	}

	async #checkForSilence(): Promise<void> {
		const now = this.#clock.now();
		const before = this.#checkedForSilence ?? now;
		if (!this.#agentsLive || now.getTime() - before.getTime() < SILENCE_MS) return;
		const { targets, living } = await findSilences(this.#query, before, now);
		this.#checkedForSilence = now;
		this.#agentsLive = living;
		const { id, revision, attributes, transactions } = { id: 0n, revision: null, attributes: [], transactions: [] };
		const changes = targets.map(
			(objectId): Change => ({ id, revision, attributes, transactions, type: "target_agents", objectId }),
		);
		if (changes.length > 0 && this.#snapshot !== undefined) {
			this.#sendAll(new Batch(this.#query, this.#snapshot, changes));
		}
	}

	#sendAll(batch: Batch): void {
		for (const subscription of this.#subscriptions) {
			subscription.last = subscription.last
				.then(() => this.#send(subscription, batch, { snapshot: subscription.known }))
				.catch((error: unknown) => {
					// It missed a change; the client reconnects and requests it.
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
			await this.#send(subscription, new Batch(this.#query, snapshot, rows && mergeByObject(rows)), from);
			return;
		}
		const snapshot = await currentSnapshot(this.#query);
		subscription.known = snapshot;
		reader.begin(snapshot);
		if (reader.lastId !== null) reader.send({ id: snapshot, reset: true });
	}

	/** Sends a batch to one reader. Only the last message's id covers all of it. */
	async #send(subscription: Subscription, batch: Batch, from: Position): Promise<void> {
		const { reader, known } = subscription;
		if (subscription.ended) return;
		const visible = await batch.newTo(reader.principal, known);
		if (subscription.ended) return;
		subscription.known = batch.snapshot;
		if (batch.changes === null) {
			reader.send({ id: batch.snapshot, reset: true });
			return;
		}
		visible.forEach(({ change, event }, place) => {
			const between = { snapshot: from.snapshot, next: { snapshot: batch.snapshot, upTo: change.id } };
			const last = place === visible.length - 1;
			reader.send({ id: writePosition(last ? { snapshot: batch.snapshot } : between), event });
		});
	}
}

const feeds = new WeakMap<object, ChangeFeed>();

/** The feed of a database in this process, shared by the separate bundles of routes and server. */
export function changeFeed(database: Pick<Database, "pool" | "kind">, clock: Pick<Service, "now">): ChangeFeed {
	const feed =
		feeds.get(database) ??
		new ChangeFeed(database, clock, (err) =>
			reportFailure("changes", err, "changes for open pages could not be read: retrying"),
		);
	feeds.set(database, feed);
	return feed;
}
