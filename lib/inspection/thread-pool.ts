import { UnavailableError } from "@/lib/errors";

/** How threads are made and ended. */
interface Threads<Thread> {
	start(): Promise<Thread>;
	end(thread: Thread): void;
}

const MOST_THREADS = 2;
const MOST_WAITING = 16;
/** A thread that nobody needs for so long is ended, and what it remembers with it. */
const IDLE_MS = 60_000;

/** A few threads that are started when they are needed and used one after the other. */
export class ThreadPool<Thread> {
	readonly #threads: Threads<Thread>;
	readonly #idle: { thread: Thread; timer: NodeJS.Timeout }[] = [];
	readonly #waiting: (() => void)[] = [];
	#inUse = 0;

	constructor(threads: Threads<Thread>) {
		this.#threads = threads;
	}

	/**
	 * A thread for oneself, to be given back.
	 * @throws UnavailableError when too many wait already; the signal's reason once it is aborted
	 */
	async take(signal: AbortSignal): Promise<Thread> {
		signal.throwIfAborted();
		if (this.#inUse < MOST_THREADS) this.#inUse += 1;
		else await this.#wait(signal);
		// The one used last remembers what the next most likely asks for.
		const idle = this.#idle.pop();
		if (idle !== undefined) {
			clearTimeout(idle.timer);
			return idle.thread;
		}
		try {
			return await this.#threads.start();
		} catch (error) {
			this.#release();
			throw error;
		}
	}

	/** @param healthy whether another job may use it; it is ended otherwise */
	giveBack(thread: Thread, healthy: boolean): void {
		if (!healthy) this.#threads.end(thread);
		else {
			const timer = setTimeout(() => {
				const place = this.#idle.findIndex((entry) => entry.thread === thread);
				this.#idle.splice(place, 1);
				this.#threads.end(thread);
			}, IDLE_MS).unref();
			this.#idle.push({ thread, timer });
		}
		this.#release();
	}

	/** Who waits takes over what is released: nobody who comes meanwhile gets ahead of them, and no thread more is used. */
	#release(): void {
		const next = this.#waiting.shift();
		if (next === undefined) this.#inUse -= 1;
		else next();
	}

	#wait(signal: AbortSignal): Promise<void> {
		if (this.#waiting.length >= MOST_WAITING) {
			throw new UnavailableError("too many estimates and tests are waiting: try again in a few seconds");
		}
		return new Promise<void>((resolve, reject) => {
			const go = () => {
				signal.removeEventListener("abort", leave);
				resolve();
			};
			const leave = () => {
				this.#waiting.splice(this.#waiting.indexOf(go), 1);
				reject(signal.reason);
			};
			this.#waiting.push(go);
			signal.addEventListener("abort", leave, { once: true });
		});
	}
}
