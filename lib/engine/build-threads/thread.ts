import { type MessagePort, parentPort } from "node:worker_threads";
import { produceTargetingFile } from "./produce-targeting-file";
import type { BuildProgress, MessageFromThread, MessageToThread } from "./production";

/** The thread on which one targeting file is produced; lib/engine/build-threads/run-in-thread.ts is its other end. */

if (parentPort === null) throw new Error("lib/engine/build-threads/thread.ts runs as a worker thread only.");
serve(parentPort);

/** Progress is worth a message when it is seen to move. */
function progressReporter(send: (message: MessageFromThread) => void): (progress: BuildProgress) => void {
	let last = "";
	return (progress) => {
		const current = `${progress.phase} ${progress.percent}`;
		if (current === last) return;
		last = current;
		send({ progress });
	};
}

function serve(port: MessagePort): void {
	const cancelled = new AbortController();
	const send = (message: MessageFromThread) => port.postMessage(message);
	let waiting: { resolve: (chunk: Uint8Array | null) => void; reject: (reason: unknown) => void } | undefined;
	cancelled.signal.addEventListener("abort", () => waiting?.reject(cancelled.signal.reason));

	const pull = (set: number) =>
		new Promise<Uint8Array | null>((resolve, reject) => {
			cancelled.signal.throwIfAborted();
			waiting = { resolve, reject };
			send({ pull: set });
		});
	/** Asks for the next chunk before the last one is used, so that neither side waits for the other. */
	async function* chunksOf(set: number): AsyncGenerator<Uint8Array> {
		let next = pull(set);
		for (;;) {
			const chunk = await next;
			if (chunk === null) return;
			next = pull(set);
			// Whoever stops reading early, because of an error, does not wait for this one any more.
			next.catch(() => undefined);
			yield chunk;
		}
	}

	port.on("message", (message: MessageToThread) => {
		if ("cancel" in message) cancelled.abort(new Error("the build was cancelled"));
		else if ("chunk" in message) waiting?.resolve(message.chunk);
		else {
			const context = { chunksOf, onProgress: progressReporter(send), signal: cancelled.signal };
			void produceTargetingFile(message.input, context).then((outcome) => {
				send(outcome);
				// Nothing keeps the thread any more: it ends by itself.
				port.close();
			});
		}
	});
}
