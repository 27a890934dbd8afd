import type { Service } from "@/lib/platform/service";

/** A question that takes longer than this holds up nobody who comes later: its connection may be dead. */
const PATIENCE_MS = 50;

interface Waiting<Item, Answer> {
	readonly item: Item;
	readonly resolve: (answer: Answer) => void;
	readonly reject: (reason: unknown) => void;
}

interface Group<Item, Answer> {
	waiting: Waiting<Item, Answer>[];
	running: number;
	/** Of the last one, in milliseconds of `performance.now()`. */
	startedAt: number;
}

/** Answers everybody who asked, at once: gives each one's answer by their place among the items. */
type Ask<Item, Answer> = (service: Service, key: string, items: readonly Item[]) => Promise<(index: number) => Answer>;

/**
 * Makes of a question to the database one that all who ask it at the same time share. Who comes while one runs does not share that, which may
 * not see what was written before they came, but the next one, with all who came meanwhile: an answer is never older than its
 * question. So a customer's server with many requests at once under one key costs little more than one request after the other,
 * and statements that would wait for each other's row do not. (dataloader gathers what is asked in one turn of the event loop; requests
 * come in turns of their own.)
 * @param ask what it throws, everybody gets who asked with it
 * @returns asks with what is the same for all that may share, and what is one's own
 */
export function gathered<Item, Answer>(
	ask: Ask<Item, Answer>,
): (service: Service, key: string, item: Item) => Promise<Answer> {
	const ofServices = new WeakMap<Service, Map<string, Group<Item, Answer>>>();

	const run = async (service: Service, key: string, group: Group<Item, Answer>) => {
		const asked = group.waiting;
		group.waiting = [];
		group.running += 1;
		group.startedAt = performance.now();
		try {
			const items = asked.map(({ item }) => item);
			const answerOf = await ask(service, key, items);
			for (const [index, { resolve }] of asked.entries()) resolve(answerOf(index));
		} catch (error) {
			for (const { reject } of asked) reject(error);
		}
		group.running -= 1;
		if (group.waiting.length > 0) void run(service, key, group);
		else if (group.running === 0) ofServices.get(service)?.delete(key);
	};

	return (service, key, item) =>
		new Promise((resolve, reject) => {
			const groups = ofServices.get(service) ?? new Map<string, Group<Item, Answer>>();
			const group = groups.get(key) ?? { waiting: [], running: 0, startedAt: 0 };
			ofServices.set(service, groups.set(key, group));
			group.waiting.push({ item, resolve, reject });
			if (group.running === 0 || performance.now() - group.startedAt > PATIENCE_MS) void run(service, key, group);
		});
}
