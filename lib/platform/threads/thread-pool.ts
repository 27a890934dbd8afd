import { ThrottledError, UnavailableError } from "@/lib/rules/errors";

/** Starts and ends threads. */
interface Threads<Thread> {
	start(): Promise<Thread>;
	end(thread: Thread): void;
}

export interface PoolLimits {
	readonly threads: number;
	/** Fewer than all threads, so that another caller's job can begin. */
	readonly threadsOfOne: number;
	/** Running and waiting jobs of one caller. */
	readonly jobsOfOne: number;
	readonly waiting: number;
	/** An idle thread is ended after this time, with its caches. */
	readonly idleMs: number;
	/** The jobs' name for callers: "estimates and tests". */
	readonly jobs: string;
}

/** Most jobs take less. */
const RETRY_AFTER_SECONDS = 2;

interface Waiting {
	readonly caller: string;
	go(): void;
}

/** A few threads, started on demand, reused, and shared fairly among callers. */
export class ThreadPool<Thread> {
	readonly #threads: Threads<Thread>;
	readonly #limits: PoolLimits;
	readonly #idle: { thread: Thread; timer: NodeJS.Timeout }[] = [];
	readonly #waiting: Waiting[] = [];
	/** Number of threads in use by caller. */
	readonly #using = new Map<string, number>();
	#inUse = 0;

	constructor(threads: Threads<Thread>, limits: PoolLimits) {
		this.#threads = threads;
		this.#limits = limits;
	}

	/**
	 * Takes a thread, which the same caller must give back.
	 * @throws ThrottledError above the caller's limit of jobs; UnavailableError when too many wait;
	 * the signal's reason once it is aborted
	 */
	async take(caller: string, signal: AbortSignal): Promise<Thread> {
		signal.throwIfAborted();
		this.#refuseGreed(caller);
		if (this.#mayBegin(caller)) this.#begin(caller);
		else await this.#wait(caller, signal);
		// The thread used last has the most useful cache.
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
	 * Passes a released thread to the longest waiting caller that may begin, before any new caller.
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
