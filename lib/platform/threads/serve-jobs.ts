import { parentPort } from "node:worker_threads";
import type { JobContext, MessageFromThread, MessageToThread } from "./messages";

/**
 * Serves the jobs of `runOnThread` on this thread, one at a time.
 * @param run never throws: an error is an outcome, too
 */
export function serveJobs<Job, Progress>(run: (job: Job, context: JobContext<Progress>) => Promise<unknown>): void {
	const port = parentPort;
	if (port === null) throw new Error("jobs must be served on a worker thread");
	const send = (message: MessageFromThread) => port.postMessage(message);
	let cancelled = new AbortController();
	let pulls = 0;
	let waiting: { pull: number; resolve(chunk: Uint8Array | null): void; reject(reason: unknown): void } | undefined;

	const pull = (source: number) =>
		new Promise<Uint8Array | null>((resolve, reject) => {
			cancelled.signal.throwIfAborted();
			pulls += 1;
			waiting = { pull: pulls, resolve, reject };
			send({ pull: pulls, source });
		});
	/**
	 * Requests the next chunk before the last one is used, so that neither side waits for the
	 * other.
	 */
	async function* chunksOf(source: number): AsyncGenerator<Uint8Array> {
		let next = pull(source);
		for (;;) {
			const chunk = await next;
			if (chunk === null) return;
			next = pull(source);
			// A reader that stops early does not wait for this chunk.
			next.catch(() => undefined);
			yield chunk;
		}
	}

	port.on("message", (message: MessageToThread<Job>) => {
		if ("cancel" in message) {
			cancelled.abort(new Error("the job was cancelled"));
			waiting?.reject(cancelled.signal.reason);
		} else if ("chunk" in message) {
			// A chunk for an earlier job is dropped.
			if (message.pull === waiting?.pull) waiting.resolve(message.chunk);
		} else {
			cancelled = new AbortController();
			waiting = undefined;
			const onProgress = (progress: Progress) => send({ progress });
			void run(message.job, { chunksOf, onProgress, signal: cancelled.signal }).then((outcome) => send({ outcome }));
		}
	});
}
