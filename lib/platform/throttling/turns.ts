import { countThrottled } from "@/lib/platform/metrics/metrics";
import { ThrottledError } from "@/lib/rules/errors";

export interface TurnLimits {
	/** Work of one caller at a time. */
	readonly underWay: number;
	/** Work of one caller that waits for that. */
	readonly waiting: number;
}

interface Caller {
	underWay: number;
	readonly waiting: (() => void)[];
}

const RETRY_AFTER_SECONDS = 1;

/**
 * Lets each caller have some work under way, and keeps the rest of it in order: however much one
 * caller sends, others meet little of it in the database.
 */
export class Turns {
	readonly #limits: TurnLimits;
	readonly #callers = new Map<string, Caller>();

	constructor(limits: TurnLimits) {
		this.#limits = limits;
	}

	/**
	 * @param work is told whether it has waited
	 * @throws ThrottledError when too much of the caller's waits; the errors of `work`
	 */
	async run<T>(name: string, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
		const caller = this.#callers.get(name) ?? { underWay: 0, waiting: [] };
		this.#callers.set(name, caller);
		const waits = caller.underWay >= this.#limits.underWay;
		if (waits) await this.#wait(caller);
		else caller.underWay += 1;
		try {
			return await work(waits);
		} finally {
			const next = caller.waiting.shift();
			// The turn passes to the next one, so the number under way stays.
			if (next !== undefined) next();
			else caller.underWay -= 1;
			if (caller.underWay === 0) this.#callers.delete(name);
		}
	}

	#wait({ waiting }: Caller): Promise<void> {
		if (waiting.length >= this.#limits.waiting) {
			countThrottled();
			const message = `${waiting.length} of your requests are waiting: wait until some of them are answered`;
			throw new ThrottledError(message, RETRY_AFTER_SECONDS);
		}
		return new Promise((resolve) => waiting.push(resolve));
	}
}
