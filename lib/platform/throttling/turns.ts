import { countThrottled } from "@/lib/platform/metrics/metrics";
import { ThrottledError } from "@/lib/rules/errors";

export interface TurnLimits {
	/** Work of one caller at a time. */
	readonly underWay: number;
	/** Work of one caller that waits for that. */
	readonly waiting: number;
	/** Bytes of the requests that wait. */
	readonly waitingBytes: number;
}

/** Work that waits for a turn: its size, and the signal that ends its wait early. */
export interface Waiting {
	readonly bytes: number;
	readonly signal: AbortSignal;
}

interface Caller {
	underWay: number;
	waitingBytes: number;
	readonly waiting: Set<() => void>;
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
	 * @throws ThrottledError when too much of the caller's work waits; the signal's reason when it
	 *   aborts the wait; the errors of `work`
	 */
	async run<T>(name: string, waiting: Waiting, work: () => Promise<T>): Promise<T> {
		const caller = this.#callers.get(name) ?? { underWay: 0, waitingBytes: 0, waiting: new Set() };
		this.#callers.set(name, caller);
		if (caller.underWay >= this.#limits.underWay) await this.#wait(caller, waiting);
		else caller.underWay += 1;
		try {
			return await work();
		} finally {
			const [next] = caller.waiting;
			// The turn passes to the next one, so the number under way stays.
			if (next !== undefined) next();
			else caller.underWay -= 1;
			if (caller.underWay === 0) this.#callers.delete(name);
		}
	}

	async #wait(caller: Caller, { bytes, signal }: Waiting): Promise<void> {
		const { waiting } = caller;
		if (waiting.size >= this.#limits.waiting || caller.waitingBytes + bytes > this.#limits.waitingBytes) {
			countThrottled();
			const message = `${waiting.size} of your requests are waiting: wait until some of them are answered`;
			throw new ThrottledError(message, RETRY_AFTER_SECONDS);
		}
		signal.throwIfAborted();
		caller.waitingBytes += bytes;
		await new Promise<void>((resolve, reject) => {
			const leave = () => {
				waiting.delete(next);
				caller.waitingBytes -= bytes;
				signal.removeEventListener("abort", giveUp);
			};
			const next = () => {
				leave();
				resolve();
			};
			const giveUp = () => {
				leave();
				reject(signal.reason);
			};
			waiting.add(next);
			signal.addEventListener("abort", giveUp);
		});
	}
}
