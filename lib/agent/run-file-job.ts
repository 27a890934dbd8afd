import { Worker } from "node:worker_threads";
import type { FileJob, FileJobOutcome, FileThreadData, VerifiedFile } from "@/lib/agent/file-job";
import { TargetingFileError } from "@/lib/formats/errors";
import type { ContainerKind } from "@/lib/formats/layout";

/** Heap limit of a thread: META and objects derived from it, not the file itself. */
const HEAP_MEGABYTES = 1024;

/**
 * Runs a job on its own thread, so that this one keeps serving (docs/contract.md, Lookups). One
 * thread per job: a crash affects nothing else, and an ended thread holds no memory.
 *
 * @param script the bundle to run, which calls `answerFileJob`
 * @throws {TargetingFileError} naming the problem of the file; the signal's reason; another error
 * when the thread failed, whatever the file
 */
export async function runFileJob<Kind extends ContainerKind>(
	script: URL,
	job: FileJob<Kind>,
	signal: AbortSignal,
	heapMegabytes = HEAP_MEGABYTES,
): Promise<VerifiedFile<Kind> | null> {
	signal.throwIfAborted();
	const worker = new Worker(script, {
		workerData: { fileJob: job } satisfies FileThreadData,
		// The thread must not get the process's environment, which has the agent key.
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
		return outcome.verified as VerifiedFile<Kind> | null;
	} catch (error) {
		signal.throwIfAborted();
		throw error;
	} finally {
		signal.removeEventListener("abort", end);
	}
}

/** Without an outcome, settles only when the thread has exited and closed its files. */
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
					? new Error(`the file thread ended with status ${code} before it was done`)
					: new Error("the file thread failed", { cause }),
			);
		});
	});
}
