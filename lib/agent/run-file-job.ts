import { Worker } from "node:worker_threads";
import type { FileJob, FileJobOutcome, FileThreadData } from "@/lib/agent/file-job";
import { TargetingFileError } from "@/lib/formats/errors";
import type { VerifiedTargetingFile } from "@/lib/formats/open";

/** Most memory for the objects of a thread; the file itself is not among them, META and what is made of it are. */
const HEAP_MEGABYTES = 1024;

/**
 * Does a job on a thread of its own, so that this one goes on answering (design.md section 8). A thread for each job: one that has died
 * takes nothing with it, and one that has ended holds no memory that this thread has given up.
 *
 * @param script what the thread runs: a bundle that calls `answerFileJob`
 * @throws {TargetingFileError} naming what is wrong with the file; the signal's reason once it is aborted; any other error when the thread
 *   could not do the job, which says nothing about the file
 */
export async function runFileJob(
	script: URL,
	job: FileJob,
	signal: AbortSignal,
	heapMegabytes = HEAP_MEGABYTES,
): Promise<VerifiedTargetingFile | null> {
	signal.throwIfAborted();
	const worker = new Worker(script, {
		workerData: { fileJob: job } satisfies FileThreadData,
		// The thread needs nothing of how the process was started, the agent key in its environment least of all.
		argv: [],
		env: {},
		execArgv: [],
		resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
	});
	const end = () => void worker.terminate();
	signal.addEventListener("abort", end, { once: true });
	try {
		const outcome = await outcomeOf(worker);
		if ("refused" in outcome) throw new TargetingFileError(outcome.refused.problem, outcome.refused.message);
		return outcome.verified;
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	} finally {
		signal.removeEventListener("abort", end);
	}
}

/** Without an outcome the promise is settled only when the thread has ended, so that it no longer has its files open. */
function outcomeOf(worker: Worker): Promise<FileJobOutcome> {
	return new Promise((resolve, reject) => {
		let cause: unknown;
		worker.on("message", resolve);
		worker.on("error", (error) => {
			cause = error;
		});
		worker.on("exit", (code) => {
			reject(
				cause === undefined
					? new Error(`the thread that reads targeting files ended with status ${code} before it was done`)
					: new Error("the thread that reads targeting files failed", { cause }),
			);
		});
	});
}
