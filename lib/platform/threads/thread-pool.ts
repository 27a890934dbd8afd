import { ThrottledError, UnavailableError } from "@/lib/rules/errors";

/** How threads are made and ended. */
interface Threads<Thread> {
	start(): Promise<Thread>;
	end(thread: Thread): void;
}

export interface PoolLimits {
	readonly threads: number;
	/** Fewer than all: another caller's job begins at once, or when the other threads are free. */
	readonly threadsOfOne: number;
	/** Jobs of one caller, with those that wait. */
	readonly jobsOfOne: number;
	readonly waiting: number;
	/** A thread that nobody needs for so long is ended, and what it remembers with it. */
	readonly idleMs: number;
	/** What the jobs are to their callers: "estimates and tests". */
	readonly jobs: string;
}

/** When a caller with too many jobs may ask again: most jobs take less. */
const RETRY_AFTER_SECONDS = 2;

interface Waiting {
	readonly caller: string;
	go(): void;
}

/**
 * A few threads that are started when they are needed and used one after the other, shared fairly
 * among callers.
 */
export class ThreadPool<Thread> {
	readonly #threads: Threads<Thread>;
	readonly #limits: PoolLimits;
	readonly #idle: { thread: Thread; timer: NodeJS.Timeout }[] = [];
	readonly #waiting: Waiting[] = [];
	/** Threads in use, by who uses them. */
	readonly #using = new Map<string, number>();
	#inUse = 0;

	constructor(threads: Threads<Thread>, limits: PoolLimits) {
		this.#threads = threads;
		this.#limits = limits;
	}

	/**
	 * A thread for oneself, to be given back by the same caller.
	 * @throws ThrottledError when the caller has as many jobs as one may have; UnavailableError
	 *   when too many wait already; the signal's reason once it is aborted
	 */
	async take(caller: string, signal: AbortSignal): Promise<Thread> {
		signal.throwIfAborted();
		this.#refuseGreed(caller);
		if (this.#mayBegin(caller)) this.#begin(caller);
		else await this.#wait(caller, signal);
		// The one used last remembers what the next most likely asks for.
		const idle = this.#idle.pop();
		if (idle !== undefined) {
			clearTimeout(idle.timer);
			return idle.thread;
		}
		try {
			return await this.#threads.start();
		} catch (error) {
			this.#release(caller);
			throw error;
		}
	}

	/** @param healthy whether another job may use it; it is ended otherwise */
	giveBack(caller: string, thread: Thread, healthy: boolean): void {
		if (!healthy || this.#limits.idleMs === 0) this.#threads.end(thread);
		else {
			const timer = setTimeout(() => {
				const place = this.#idle.findIndex((entry) => entry.thread === thread);
				this.#idle.splice(place, 1);
				this.#threads.end(thread);
			}, this.#limits.idleMs).unref();
			this.#idle.push({ thread, timer });
		}
		this.#release(caller);
	}

	#mayBegin(caller: string): boolean {
		return this.#inUse < this.#limits.threads && (this.#using.get(caller) ?? 0) < this.#limits.threadsOfOne;
	}

	#begin(caller: string): void {
		this.#inUse += 1;
		this.#using.set(caller, (this.#using.get(caller) ?? 0) + 1);
	}

	/**
	 * The caller that has waited longest, of those that may begin, takes over what is released:
	 * nobody who comes meanwhile gets ahead.
	 */
	#release(caller: string): void {
		this.#inUse -= 1;
		const left = (this.#using.get(caller) ?? 0) - 1;
		if (left > 0) this.#using.set(caller, left);
		else this.#using.delete(caller);
		const place = this.#waiting.findIndex((entry) => this.#mayBegin(entry.caller));
		if (place < 0) return;
		for (const next of this.#waiting.splice(place, 1)) {
			this.#begin(next.caller);
			next.go();
		}
	}

	#refuseGreed(caller: string): void {
		const waiting = this.#waiting.filter((entry) => entry.caller === caller).length;
		const { jobsOfOne, jobs } = this.#limits;
		if (waiting + (this.#using.get(caller) ?? 0) < jobsOfOne) return;
		throw new ThrottledError(
			`${jobsOfOne} of your ${jobs} are under way: wait until one of them is answered`,
			RETRY_AFTER_SECONDS,
		);
	}

	#wait(caller: string, signal: AbortSignal): Promise<void> {
		if (this.#waiting.length >= this.#limits.waiting) {
			throw new UnavailableError(`too many ${this.#limits.jobs} are waiting: try again in a few seconds`);
		}
		return new Promise<void>((resolve, reject) => {
			const entry: Waiting = {
				caller,
				go: () => {
					signal.removeEventListener("abort", leave);
					resolve();
				},
			};
			const leave = () => {
				this.#waiting.splice(this.#waiting.indexOf(entry), 1);
				reject(signal.reason);
			};
			this.#waiting.push(entry);
			signal.addEventListener("abort", leave, { once: true });
		});
	}
}
