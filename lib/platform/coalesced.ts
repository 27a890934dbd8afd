import type { Service } from "@/lib/platform/service";

/** A batch that runs longer than this does not delay later requests: its connection may be dead. */
const BATCH_TIMEOUT_MS = 50;

interface Waiting<Item, Result> {
	readonly item: Item;
	readonly resolve: (result: Result) => void;
	readonly reject: (reason: unknown) => void;
}

interface Group<Item, Result> {
	waiting: Waiting<Item, Result>[];
	running: number;
	/** When the last batch started, in milliseconds of `performance.now()`. */
	startedAt: number;
}

/** Runs one query for all items of a batch; gives each item's result by its place. */
type Query<Item, Result, Owner> = (
	owner: Owner,
	key: string,
	items: readonly Item[],
) => Promise<(index: number) => Result>;

/**
 * Makes concurrent requests with the same key share one query. A request that comes while a batch
 * runs joins the next one, so that a result is never older than its request. A customer's server
 * with many requests under one API key then costs little more than one request after the other.
 * (dataloader batches within one turn of the event loop; requests come in turns of their own.)
 * @param query an error that it throws rejects every request of the batch
 * @param everyMs from the start of one batch to that of the next one, which bounds their number; the
 * first one after a pause begins at once
 * @returns takes whose batch it is, its key and the request's own item
 */
export function coalesced<Item, Result, Owner extends object = Service>(
	query: Query<Item, Result, Owner>,
	everyMs = 0,
): (owner: Owner, key: string, item: Item) => Promise<Result> {
	const ofOwners = new WeakMap<Owner, Map<string, Group<Item, Result>>>();

	const run = async (owner: Owner, key: string, group: Group<Item, Result>) => {
		const batch = group.waiting;
		group.waiting = [];
		group.running += 1;
		group.startedAt = performance.now();
		const pause = everyMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, everyMs));
		try {
			const items = batch.map(({ item }) => item);
			const resultOf = await query(owner, key, items);
			for (const [index, { resolve }] of batch.entries()) resolve(resultOf(index));
		} catch (error) {
			for (const { reject } of batch) reject(error);
		}
		await pause;
		// Where a slow batch was not waited for, the next one keeps its distance from the newest.
		while (group.running > 1 && group.waiting.length > 0) {
			const rest = everyMs - (performance.now() - group.startedAt);
			if (rest <= 0) break;
			await new Promise((resolve) => setTimeout(resolve, rest));
		}
		group.running -= 1;
		if (group.waiting.length > 0) void run(owner, key, group);
		else if (group.running === 0) ofOwners.get(owner)?.delete(key);
	};

	return (owner, key, item) =>
		new Promise((resolve, reject) => {
			const groups = ofOwners.get(owner) ?? new Map<string, Group<Item, Result>>();
			const group = groups.get(key) ?? { waiting: [], running: 0, startedAt: 0 };
			ofOwners.set(owner, groups.set(key, group));
			group.waiting.push({ item, resolve, reject });
			const timeout = Math.max(BATCH_TIMEOUT_MS, everyMs);
			if (group.running === 0 || performance.now() - group.startedAt > timeout) void run(owner, key, group);
		});
}
