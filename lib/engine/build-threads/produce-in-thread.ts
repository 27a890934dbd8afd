import { rm } from "node:fs/promises";
import { JobThreads } from "@/lib/platform/threads/job-threads";
import { type RunOptions, ThreadEndedError } from "@/lib/platform/threads/run-on-thread";
import type { BuildInput, BuildOutcome, BuildProgress } from "./production";

export type ThreadOptions = Pick<RunOptions<BuildProgress>, "chunkSource" | "onProgress" | "signal">;

/**
 * As many as there are builders, each ended with its file: what a build took of memory goes with
 * it.
 */
const threads = new JobThreads<BuildInput, BuildOutcome, BuildProgress>("worker-thread", {
	threads: Number.POSITIVE_INFINITY,
	threadsOfOne: Number.POSITIVE_INFINITY,
	jobsOfOne: Number.POSITIVE_INFINITY,
	waiting: 0,
	idleMs: 0,
	jobs: "builds",
});

/**
 * Produces a targeting file on a worker thread (see `produceTargetingFile`), so that this one goes
 * on answering. The thread has no database: it pulls geofences chunk by chunk, so that those of a
 * set are never in memory all at once.
 * @returns how it ended; a thread that dies counts as `failed`
 * @throws the signal's reason once it is aborted, and whatever the chunk source throws; nothing is
 *   left of the file then
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
		// A thread that died has not tidied up.
		if (outcome === undefined || !("result" in outcome) || options.signal?.aborted)
			await removeOutput(input.outputPath);
	}
}

async function removeOutput(path: string): Promise<void> {
	await rm(path, { force: true });
	await rm(`${path}.partial`, { force: true });
}
