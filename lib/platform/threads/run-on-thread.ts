import type { Worker } from "node:worker_threads";
import type { MessageFromThread, MessageToThread } from "./messages";

/** A job that goes on this long after it was cancelled has its thread ended from outside. */
const GRACE_MS = 2_000;

export interface RunOptions<Progress> {
	/** Chunks of a source, by its index; read one at a time as the thread pulls them. */
	readonly chunkSource?: ((source: number) => AsyncIterable<Uint8Array>) | undefined;
	readonly onProgress?: ((progress: Progress) => void) | undefined;
	/** Cancels the job. Its outcome is waited for all the same. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * The job works with DuckDB: it interrupts itself when it is cancelled, and its thread is never
	 * ended from outside. A thread that ends while DuckDB works for it takes the whole process
	 * down.
	 */
	readonly interruptsItself?: boolean;
}

/** The thread ended without an outcome: it ran out of memory, or had to be ended. */
export class ThreadEndedError extends Error {
	override name = "ThreadEndedError";
}

/**
 * Gives an idle thread a job and answers it until the outcome is there; the thread is idle again
 * then.
 * @throws ThreadEndedError; whatever the source of chunks throws
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
				// A chunk asked for ahead of its use may fail after the outcome: the thread may
				// have another job by then.
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
		// That the job was cancelled for it is what followed.
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

/** The outcome that a thread sends; until then everything else goes to `hear`. */
function outcomeOf<Outcome>(
	worker: Worker,
	hear: (message: Exclude<MessageFromThread, { outcome: unknown }>) => void,
): Promise<Outcome> {
	return new Promise<Outcome>((resolve, reject) => {
		let failure: unknown;
		const settle = () => {
			// One by one: Node.js has listeners of its own on a worker, and it hears nothing
			// without them.
			worker.off("message", onMessage);
			worker.off("error", onError);
			worker.off("exit", onExit);
		};
		const onMessage = (message: MessageFromThread) => {
			if (!("outcome" in message)) return hear(message);
			settle();
			resolve(message.outcome as Outcome);
		};
		// The exit follows.
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
