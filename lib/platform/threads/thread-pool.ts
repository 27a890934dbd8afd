import { countThrottled } from "@/lib/platform/metrics/metrics";
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
	/** Fewer than all, so that another organization's job can wait. */
	readonly waitingOfOrganization: number;
	/** An idle thread is ended after this time, with its caches. */
	readonly idleMs: number;
	/** Whether an idle thread is for the organization alone that used it before. */
	readonly keptApart?: boolean;
	/** The jobs' name for callers: "estimates and tests". */
	readonly jobs: string;
}

/** The caller of a job: a user of an organization, or a part of the service. */
export type JobCaller = string | { readonly userId: string; readonly organizationId: string };

const nameOf = (caller: JobCaller) => (typeof caller === "string" ? caller : caller.userId);
const groupOf = (caller: JobCaller) => (typeof caller === "string" ? caller : caller.organizationId);

/** Most jobs take less. */
const RETRY_AFTER_SECONDS = 2;

interface Waiting {
	readonly caller: JobCaller;
	go(): void;
}

/**
 * A few threads, started on demand, reused, and shared fairly among callers and their
 * organizations.
 */
export class ThreadPool<Thread> {
	readonly #threads: Threads<Thread>;
	readonly #limits: PoolLimits;
	readonly #idle: { thread: Thread; group: string; timer: NodeJS.Timeout }[] = [];
	readonly #waiting: Waiting[] = [];
	/** The callers of the threads in use, one for each. */
	readonly #using: JobCaller[] = [];

	constructor(threads: Threads<Thread>, limits: PoolLimits) {
		this.#threads = threads;
		this.#limits = limits;
	}

	/**
	 * Takes a thread, which the same caller must give back.
	 * @throws ThrottledError above the caller's limit of jobs; UnavailableError when too many wait;
	 * the signal's reason once it is aborted
	 */
	async take(caller: JobCaller, signal: AbortSignal): Promise<Thread> {
		signal.throwIfAborted();
		this.#refuseGreed(caller);
		if (this.#mayBegin(caller)) this.#using.push(caller);
		else await this.#wait(caller, signal);
		// The thread used last has the most useful cache.
		const place = this.#idle.findLastIndex(({ group }) => !this.#limits.keptApart || group === groupOf(caller));
		const [idle] = place === -1 ? [] : this.#idle.splice(place, 1);
		if (idle !== undefined) {
			clearTimeout(idle.timer);
			return idle.thread;
		}
		this.#makeRoom();
		try {
			return await this.#threads.start();
		} catch (error) {
			this.#release(caller);
			throw error;
		}
	}

	/** @param healthy whether another job may use it; it is ended otherwise */
	giveBack(caller: JobCaller, thread: Thread, healthy: boolean): void {
		if (!healthy || this.#limits.idleMs === 0) this.#threads.end(thread);
		else {
			const timer = setTimeout(() => {
				const place = this.#idle.findIndex((entry) => entry.thread === thread);
				this.#idle.splice(place, 1);
				this.#threads.end(thread);
			}, this.#limits.idleMs).unref();
			this.#idle.push({ thread, group: groupOf(caller), timer });
		}
		this.#release(caller);
	}

	/** Ends the thread that is idle for longest, where another one would be too many. */
	#makeRoom(): void {
		if (this.#using.length + this.#idle.length <= this.#limits.threads) return;
		const [oldest] = this.#idle.splice(0, 1);
		if (oldest === undefined) return;
		clearTimeout(oldest.timer);
		this.#threads.end(oldest.thread);
	}

	#mayBegin(caller: JobCaller): boolean {
		return this.#using.length < this.#limits.threads && this.#usedBy(nameOf, caller) < this.#limits.threadsOfOne;
	}

	#usedBy(of: typeof nameOf, caller: JobCaller): number {
		return this.#using.filter((user) => of(user) === of(caller)).length;
	}

	/**
	 * Passes a released thread on, before any new caller: to the organization that uses fewest, and
	 * there to the caller that has waited longest.
	 */
	#release(caller: JobCaller): void {
		this.#using.splice(
			this.#using.findIndex((user) => nameOf(user) === nameOf(caller)),
			1,
		);
		const able = this.#waiting.filter((entry) => this.#mayBegin(entry.caller));
		const fewest = Math.min(...able.map((entry) => this.#usedBy(groupOf, entry.caller)));
		const next = able.find((entry) => this.#usedBy(groupOf, entry.caller) === fewest);
		if (next === undefined) return;
		this.#waiting.splice(this.#waiting.indexOf(next), 1);
		this.#using.push(next.caller);
		next.go();
	}

	#refuseGreed(caller: JobCaller): void {
		const waiting = this.#waiting.filter((entry) => nameOf(entry.caller) === nameOf(caller)).length;
		const { jobsOfOne, jobs } = this.#limits;
		if (waiting + this.#usedBy(nameOf, caller) < jobsOfOne) return;
		countThrottled();
		throw new ThrottledError(
			`${jobsOfOne} of your ${jobs} are under way: wait until one of them is answered`,
			RETRY_AFTER_SECONDS,
		);
	}

	#wait(caller: JobCaller, signal: AbortSignal): Promise<void> {
		const { waiting, waitingOfOrganization, jobs } = this.#limits;
		const ofOrganization = this.#waiting.filter((entry) => groupOf(entry.caller) === groupOf(caller)).length;
		if (this.#waiting.length >= waiting || ofOrganization >= waitingOfOrganization) {
			throw new UnavailableError(`too many ${jobs} are waiting: try again in a few seconds`);
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
