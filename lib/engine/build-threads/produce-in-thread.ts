import { rm } from "node:fs/promises";
import { JobThreads } from "@/lib/platform/threads/job-threads";
import { type RunOptions, ThreadEndedError } from "@/lib/platform/threads/run-on-thread";
import type { BuildInput, BuildOutcome, BuildProgress } from "./production";

export type ThreadOptions = Pick<RunOptions<BuildProgress>, "chunkSource" | "onProgress" | "signal">;

/** At most one thread per builder; each ends with its build, which frees the memory. */
const threads = new JobThreads<BuildInput, BuildOutcome, BuildProgress>("worker-thread", {
	threads: Number.POSITIVE_INFINITY,
	threadsOfOne: Number.POSITIVE_INFINITY,
	jobsOfOne: Number.POSITIVE_INFINITY,
	waiting: 0,
	waitingOfOrganization: 0,
	idleMs: 0,
	jobs: "builds",
});

/**
 * Produces a targeting file on a worker thread (`produceTargetingFile`). The thread has no
 * database: it requests geofences chunk by chunk, so a set is never whole in memory.
 * @returns the outcome; a thread that dies counts as `failed`
 * @throws the signal's reason when it is aborted, or the error of the chunk source; the file is
 *   removed then
 */
export async function produceInThread(input: BuildInput, options: ThreadOptions = {}): Promise<BuildOutcome> {
	let outcome: BuildOutcome | undefined;
	try {
		outcome = await threads.run(input, {
			...options,
			caller: "builds",
			interruptsItself: input.kind === "audience",
		});
		options.signal?.throwIfAborted();
		return outcome;
	} catch (error) {
		options.signal?.throwIfAborted();
		if (!(error instanceof ThreadEndedError)) throw error;
		return { failed: `the build failed, as ${error.message}` };
	} finally {
		// A thread that died leaves its file.
		if (outcome === undefined || !("result" in outcome) || options.signal?.aborted)
			await removeOutput(input.outputPath);
	}
}

async function removeOutput(path: string): Promise<void> {
	await rm(path, { force: true });
	await rm(`${path}.partial`, { force: true });
}
