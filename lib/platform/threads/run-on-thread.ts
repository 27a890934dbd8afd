import type { Worker } from "node:worker_threads";
import type { MessageFromThread, MessageToThread } from "./messages";

/** After a cancellation, a job has this long to end before its thread is terminated. */
const GRACE_MS = 2_000;

export interface RunOptions<Progress> {
	/** Chunks of a source, by its index; read one at a time as the thread pulls them. */
	readonly chunkSource?: ((source: number) => AsyncIterable<Uint8Array>) | undefined;
	readonly onProgress?: ((progress: Progress) => void) | undefined;
	/** Cancels the job; its outcome is still awaited. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * For jobs with DuckDB, which interrupt themselves when cancelled. Terminating a thread while
	 * DuckDB works for it crashes the process.
	 */
	readonly interruptsItself?: boolean;
}

/** The thread ended without an outcome: it ran out of memory, or was terminated. */
export class ThreadEndedError extends Error {
	override name = "ThreadEndedError";
}

/**
 * Runs a job on an idle thread, which is idle again afterwards.
 * @throws ThreadEndedError; the error of a chunk source
 */
export async function runOnThread<Job, Outcome, Progress>(
	worker: Worker,
	job: Job,
	{ chunkSource, onProgress, signal, interruptsItself = false }: RunOptions<Progress>,
): Promise<Outcome> {
	const sources = new Map<number, AsyncIterator<Uint8Array>>();
	const send = (message: MessageToThread<Job>) => worker.postMessage(message);
	let grace: NodeJS.Timeout | undefined;
	let ending: Promise<unknown> | undefined;
	let broken: { readonly error: unknown } | undefined;
	let isOver = false;
	const cancel = () => {
		send({ cancel: true });
		if (interruptsItself) return;
		grace ??= setTimeout(() => {
			ending = worker.terminate();
		}, GRACE_MS);
	};
	const answer = async (source: number, pull: number) => {
		if (chunkSource === undefined) throw new Error("the thread pulls chunks, and there is no source of them");
		const chunks = sources.get(source) ?? chunkSource(source)[Symbol.asyncIterator]();
		sources.set(source, chunks);
		const { done, value } = await chunks.next();
		send({ chunk: done === true ? null : value, pull });
	};
	signal?.addEventListener("abort", cancel, { once: true });
	try {
		const outcome = outcomeOf<Outcome>(worker, (message) => {
			if ("progress" in message) return onProgress?.(message.progress as Progress);
			answer(message.source, message.pull).catch((error: unknown) => {
				// A prefetched chunk may fail after the outcome, when the thread may have another
				// job.
				if (isOver) return;
				broken ??= { error };
				cancel();
			});
		});
		send({ job });
		if (signal?.aborted) cancel();
		const settled = await outcome;
		if (broken === undefined) return settled;
	} catch (error) {
		// The broken source caused the cancellation, so its error is the one to throw.
		if (broken === undefined) throw error;
	} finally {
		isOver = true;
		clearTimeout(grace);
		signal?.removeEventListener("abort", cancel);
		await ending;
		for (const chunks of sources.values()) await chunks.return?.();
	}
	throw broken.error;
}

/** Waits for the outcome of a thread; passes other messages to `hear`. */
function outcomeOf<Outcome>(
	worker: Worker,
	hear: (message: Exclude<MessageFromThread, { outcome: unknown }>) => void,
): Promise<Outcome> {
	return new Promise<Outcome>((resolve, reject) => {
		let failure: unknown;
		const settle = () => {
			// Removed one by one: Node.js has its own listeners on a worker.
			worker.off("message", onMessage);
			worker.off("error", onError);
			worker.off("exit", onExit);
		};
		const onMessage = (message: MessageFromThread) => {
			if (!("outcome" in message)) return hear(message);
			settle();
			resolve(message.outcome as Outcome);
		};
		// The exit event follows.
		const onError = (error: unknown) => {
			failure = error;
		};
		const onExit = (code: number) => {
			settle();
			const how = failure === undefined ? `unexpectedly (exit code ${code})` : `with an error: ${messageOf(failure)}`;
			reject(new ThreadEndedError(`the thread ended ${how}`));
		};
		worker.on("message", onMessage);
		worker.on("error", onError);
		worker.on("exit", onExit);
	});
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
