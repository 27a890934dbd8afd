import { Worker } from "node:worker_threads";
import { type RunOptions, runOnThread } from "./run-on-thread";
import { type PoolLimits, ThreadPool } from "./thread-pool";
import { type ThreadName, threadScript } from "./thread-script";

/** The id of a thread that has ended. */
const ENDED = -1;

export interface JobOptions<Progress> extends RunOptions<Progress> {
	/** For whom: one caller's jobs leave room for those of others. */
	readonly caller: string;
}

/** Threads of one script that do jobs, so that this one goes on answering. */
export class JobThreads<Job, Outcome, Progress = never> {
	readonly #pool: ThreadPool<Worker>;

	constructor(script: ThreadName, limits: PoolLimits) {
		this.#pool = new ThreadPool(
			{
				start: async () => new Worker(/* turbopackIgnore: true */ await threadScript(script), { name: script }),
				end: (worker) => void worker.terminate(),
			},
			limits,
		);
	}

	/**
	 * @throws ThrottledError, UnavailableError as {@link ThreadPool.take}
	 * @throws the signal's reason when it is aborted before a thread is free; whatever the source
	 *   of chunks throws
	 * @throws ThreadEndedError
	 */
	async run(job: Job, { caller, ...options }: JobOptions<Progress>): Promise<Outcome> {
		const worker = await this.#pool.take(caller, options.signal ?? new AbortController().signal);
		worker.ref();
		try {
			return await runOnThread(worker, job, options);
		} finally {
			// Waiting for jobs keeps no process alive.
			worker.unref();
			this.#pool.giveBack(caller, worker, worker.threadId !== ENDED);
		}
	}
}
