import { isDatabaseAway } from "@/lib/platform/database-away";
import type { Service } from "@/lib/platform/service";

export interface Pace {
	/** Milliseconds from the start of one batch to that of the next one with the same key. */
	readonly everyMs: number;
	/** Items of a batch. */
	readonly items: number;
	/** Batches of all keys that run at a time. */
	readonly underWay: number;
}

interface Waiting<Item, Result> {
	readonly item: Item;
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
 * the next one begins after a while. The first one after a pause begins at once. Each write is
 * settled when its transaction has ended, so that an answer promises what is stored.
 */
export function pacedWrites<Item, Result>(
	{ everyMs, items, underWay }: Pace,
	write: Write<Item, Result>,
): (service: Service, key: string, item: Item) => Promise<Result> {
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

	const writeBatch = async (service: Service, key: string, batch: readonly Waiting<Item, Result>[]): Promise<void> => {
		try {
			const resultOf = await write(
				service,
				key,
				batch.map(({ item }) => item),
			);
			for (const [index, { resolve }] of batch.entries()) resolve(resultOf(index));
		} catch (error) {
			// One that cannot be written keeps no other one from it.
			if (batch.length > 1 && !isDatabaseAway(error)) for (const each of batch) await writeBatch(service, key, [each]);
			else for (const { reject } of batch) reject(error);
		}
	};

	const drain = async (service: Service, key: string, waiting: Waiting<Item, Result>[]): Promise<void> => {
		while (waiting.length > 0) {
			const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
			await inTurn(() => writeBatch(service, key, waiting.splice(0, items)));
			await pause;
		}
		ofServices.get(service)?.delete(key);
	};

	return (service, key, item) =>
		new Promise((resolve, reject) => {
			const ofService = ofServices.get(service) ?? new Map<string, Waiting<Item, Result>[]>();
			const waiting = ofService.get(key);
			if (waiting !== undefined) return void waiting.push({ item, resolve, reject });
			const first = [{ item, resolve, reject }];
			ofServices.set(service, ofService.set(key, first));
			void drain(service, key, first);
		});
}
