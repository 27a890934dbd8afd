import { type ResourceLimits, Worker } from "node:worker_threads";
import { type RunOptions, runOnThread } from "./run-on-thread";
import { type JobCaller, type PoolLimits, ThreadPool } from "./thread-pool";
import { type ThreadName, threadScript } from "./thread-script";

/** The id of a thread that has ended. */
const ENDED = -1;

export interface JobOptions<Progress> extends RunOptions<Progress> {
	/** The caller whose share of the threads the job uses. */
	readonly caller: JobCaller;
}

/** Runs jobs of one script on threads, so that the main thread stays responsive. */
export class JobThreads<Job, Outcome, Progress = never> {
	readonly #pool: ThreadPool<Worker>;

	readonly #isFresh: (outcome: Outcome) => boolean;

	/**
	 * @param resourceLimits of each thread, which ends when it needs more; Node.js's own otherwise
	 * @param isFresh whether a thread may have another job after an outcome
	 */
	constructor(
		script: ThreadName,
		limits: PoolLimits,
		resourceLimits: ResourceLimits = {},
		isFresh: (outcome: Outcome) => boolean = () => true,
	) {
		this.#isFresh = isFresh;
		this.#pool = new ThreadPool(
			{
				start: async () =>
					new Worker(/* turbopackIgnore: true */ await threadScript(script), { name: script, resourceLimits }),
				end: (worker) => void worker.terminate(),
			},
			limits,
		);
	}

	/**
	 * @throws ThrottledError, UnavailableError as {@link ThreadPool.take}
	 * @throws the signal's reason when it is aborted before a thread is free; the error of a chunk
	 * source
	 * @throws ThreadEndedError
	 */
	async run(job: Job, { caller, ...options }: JobOptions<Progress>): Promise<Outcome> {
		const worker = await this.#pool.take(caller, options.signal ?? new AbortController().signal);
		worker.ref();
		// Without an outcome it has ended, or waits for the next job.
		let isFresh = true;
		try {
			const outcome = await runOnThread<Job, Outcome, Progress>(worker, job, options);
			isFresh = this.#isFresh(outcome);
			return outcome;
		} finally {
			// Idle threads do not keep the process alive.
			worker.unref();
			this.#pool.giveBack(caller, worker, isFresh && worker.threadId !== ENDED);
		}
	}
}
