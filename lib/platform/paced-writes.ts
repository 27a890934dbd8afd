import { isDatabaseAway, isOutOfTime } from "@/lib/platform/database-away";
import type { Service } from "@/lib/platform/service";
import { UnavailableError } from "@/lib/rules/errors";
import { outsideSpans } from "@/lib/tracing/tracing";

/**
 * Pause after a batch that took all that waited, as a multiple of its time with its wait for a turn:
 * under load batches become larger instead of more.
 */
const PAUSE_PER_BATCH = 2;
const LONGEST_PAUSE_MS = 1_000;

export interface Pace {
	/** Milliseconds from the start of one batch to that of the next one with the same key, at least. */
	readonly everyMs: number;
	/** The sum of the sizes of a batch's items; one that is larger is a batch of its own. */
	readonly size: number;
	/** Items of a key that wait for their batch. */
	readonly waiting: number;
	/** Batches of all keys that run at a time. */
	readonly underWay: number;
}

interface Waiting<Item, Result> {
	readonly item: Item;
	/** Aborted when no caller waits for the result. */
	readonly signal: AbortSignal | undefined;
	readonly resolve: (result: Result) => void;
	readonly reject: (reason: unknown) => void;
}

/** Writes the items of a batch in one transaction; gives each item's result by its place. */
type Write<Item, Result> = (
	service: Service,
	key: string,
	items: readonly Item[],
) => Promise<(index: number) => Result>;

/**
 * Bounds the transactions of writes that come all the time: those with the same key share one, and
 * the next one begins after a while. The first one after a pause begins at once. Each write settles
 * when its transaction has ended, so that an answer follows the commit. A write whose signal aborts
 * while it waits is dropped.
 * @throws UnavailableError when too many writes wait
 */
export function pacedWrites<Item, Result>(
	{ everyMs, size, waiting: mostWaiting, underWay }: Pace,
	write: Write<Item, Result>,
	sizeOf: (item: Item) => number = () => 1,
): (service: Service, key: string, item: Item, signal?: AbortSignal) => Promise<Result> {
	const ofServices = new WeakMap<Service, Map<string, Waiting<Item, Result>[]>>();
	let running = 0;
	const turns: (() => void)[] = [];

	const inTurn = async (work: () => Promise<void>): Promise<void> => {
		if (running < underWay) running += 1;
		// The turn passes to the next one, so the number under way stays.
		else await new Promise<void>((resolve) => turns.push(resolve));
		await work();
		const next = turns.shift();
		if (next !== undefined) next();
		else running -= 1;
	};

	const writeBatch = async (service: Service, key: string, taken: readonly Waiting<Item, Result>[]): Promise<void> => {
		const batch = taken.filter(({ signal }) => signal?.aborted !== true);
		for (const { signal, reject } of taken) if (signal?.aborted) reject(signal.reason);
		if (batch.length === 0) return;
		try {
			const resultOf = await write(
				service,
				key,
				batch.map(({ item }) => item),
			);
			for (const [index, { resolve }] of batch.entries()) resolve(resultOf(index));
		} catch (error) {
			// One that cannot be written, or not in time, keeps no other one from it.
			const isPerhapsByOne = batch.length > 1 && (!isDatabaseAway(error) || isOutOfTime(error));
			if (isPerhapsByOne) for (const each of batch) await writeBatch(service, key, [each]);
			else for (const { reject } of batch) reject(error);
		}
	};

	const takeBatch = (waiting: Waiting<Item, Result>[]): Waiting<Item, Result>[] => {
		let sum = 0;
		const beyond = waiting.findIndex(({ item }, place) => {
			sum += sizeOf(item);
			return sum > size && place > 0;
		});
		return waiting.splice(0, beyond === -1 ? waiting.length : beyond);
	};

	const drain = async (service: Service, key: string, waiting: Waiting<Item, Result>[]): Promise<void> => {
		while (waiting.length > 0) {
			const began = performance.now();
			let isWhole = false;
			await inTurn(() => {
				const batch = takeBatch(waiting);
				isWhole = waiting.length === 0;
				return writeBatch(service, key, batch);
			});
			const took = performance.now() - began;
			const slow = isWhole ? Math.min(PAUSE_PER_BATCH * took, LONGEST_PAUSE_MS) : 0;
			const pause = Math.max(everyMs - took, slow);
			await new Promise((resolve) => setTimeout(resolve, pause));
		}
		ofServices.get(service)?.delete(key);
	};

	return (service, key, item, signal) =>
		new Promise((resolve, reject) => {
			const ofService = ofServices.get(service) ?? new Map<string, Waiting<Item, Result>[]>();
			const waiting = ofService.get(key);
			if (waiting === undefined) {
				const first = [{ item, signal, resolve, reject }];
				ofServices.set(service, ofService.set(key, first));
				// Batches belong to no request, although one of them begins the first.
				void outsideSpans(() => drain(service, key, first));
			} else if (waiting.length < mostWaiting) waiting.push({ item, signal, resolve, reject });
			else reject(new UnavailableError("too many reports wait to be written: try again in a few seconds"));
		});
}
