import { rm } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { threadScript } from "@/lib/platform/threads/thread-script";
import type { BuildInput, BuildOutcome, BuildProgress, MessageFromThread, MessageToThread } from "./production";

export interface ThreadOptions {
	/** Stored chunks of geofences of a set, by its index; read one at a time as the thread asks for them. */
	chunkSource?: (set: number) => AsyncIterable<Uint8Array>;
	onProgress?: (progress: BuildProgress) => void;
	/** Stops the production; what it has written is removed. */
	signal?: AbortSignal;
}

/** A thread without DuckDB that has not ended this long after it was told to is ended from outside. */
const GRACE_MS = 5_000;

/**
 * Produces a targeting file on a worker thread (see `produceTargetingFile`), so that this one goes on answering. The thread
 * has no database: it asks for geofences chunk by chunk, so that those of a set are never in memory all at once.
 * @returns how it ended; a thread that dies counts as `failed`
 * @throws the signal's reason once it is aborted, and whatever the chunk source throws
 */
export async function produceInThread(input: BuildInput, options: ThreadOptions = {}): Promise<BuildOutcome> {
	const { signal } = options;
	signal?.throwIfAborted();
	const worker = new Worker(/* turbopackIgnore: true */ await threadScript("worker-thread"), {
		name: `build ${input.meta.build_id}`,
	});
	const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
	try {
		const outcome = await converse(worker, input, options);
		// A thread that died has not tidied up.
		if (!("result" in outcome)) await removeOutput(input.outputPath);
		return outcome;
	} catch (error) {
		worker.postMessage({ cancel: true } satisfies MessageToThread);
		// An evaluation interrupts itself: a thread that ends while DuckDB works for it takes the whole process down.
		const end = input.kind === "audience" ? undefined : setTimeout(() => void worker.terminate(), GRACE_MS);
		await ended;
		clearTimeout(end);
		await removeOutput(input.outputPath);
		throw error;
	} finally {
		await ended;
	}
}

/** Answers the thread until it ends. */
function converse(worker: Worker, input: BuildInput, options: ThreadOptions): Promise<BuildOutcome> {
	const sources = new Map<number, AsyncIterator<Uint8Array>>();
	const { chunkSource, onProgress, signal } = options;
	return new Promise<BuildOutcome>((resolve, reject) => {
		let outcome: BuildOutcome | undefined;
		const abort = () => reject(signal?.reason);
		signal?.addEventListener("abort", abort, { once: true });
		if (signal?.aborted) abort();

		const answer = async (set: number) => {
			if (chunkSource === undefined) throw new Error("the thread asks for geofences, and there is no source of them");
			const source = sources.get(set) ?? chunkSource(set)[Symbol.asyncIterator]();
			sources.set(set, source);
			const { done, value } = await source.next();
			worker.postMessage({ chunk: done === true ? null : value } satisfies MessageToThread);
		};
		worker.on("message", (message: MessageFromThread) => {
			if ("pull" in message) answer(message.pull).catch(reject);
			else if ("progress" in message) onProgress?.(message.progress);
			else outcome = message;
		});
		// A thread that runs out of memory ends here too.
		worker.once("error", (error) => {
			outcome ??= {
				failed: `the build's thread ended with an error: ${error instanceof Error ? error.message : error}`,
			};
		});
		worker.once("exit", (code) => {
			signal?.removeEventListener("abort", abort);
			resolve(outcome ?? { failed: `the build's thread ended unexpectedly (exit code ${code})` });
		});
		worker.postMessage({ input } satisfies MessageToThread);
	}).finally(() => closeAll(sources.values()));
}

async function closeAll(sources: Iterable<AsyncIterator<Uint8Array>>): Promise<void> {
	for (const source of sources) await source.return?.();
}

/** What a thread that had to be ended may have left. */
async function removeOutput(path: string): Promise<void> {
	await rm(path, { force: true });
	await rm(`${path}.partial`, { force: true });
}
