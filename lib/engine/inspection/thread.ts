import { type MessagePort, parentPort } from "node:worker_threads";
import type { MessageFromThread, MessageToThread } from "./jobs";
import { runInspection } from "./run-job";

/** The thread on which files and contents are looked into, a job at a time; lib/engine/inspection/inspect.ts is its other end. */

if (parentPort === null) throw new Error("lib/engine/inspection/thread.ts runs as a worker thread only.");
serve(parentPort);

function serve(port: MessagePort): void {
	let cancelled = new AbortController();
	let waiting: { resolve: (chunk: Uint8Array | null) => void; reject: (reason: unknown) => void } | undefined;
	const send = (message: MessageFromThread) => port.postMessage(message);

	async function* chunksOf(set: number): AsyncGenerator<Uint8Array> {
		for (;;) {
			const chunk = await new Promise<Uint8Array | null>((resolve, reject) => {
				cancelled.signal.throwIfAborted();
				waiting = { resolve, reject };
				send({ pull: set });
			});
			if (chunk === null) return;
			yield chunk;
		}
	}

	port.on("message", (message: MessageToThread) => {
		if ("cancel" in message) {
			const reason = new Error("the inspection was cancelled");
			cancelled.abort(reason);
			waiting?.reject(reason);
		} else if ("chunk" in message) waiting?.resolve(message.chunk);
		else {
			cancelled = new AbortController();
			void runInspection(message.job, { chunksOf, signal: cancelled.signal }).then(send);
		}
	});
}
