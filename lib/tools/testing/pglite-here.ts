import { EventEmitter } from "node:events";
import { type MessageWorker, PgliteThread, type PgliteThreadOptions } from "@/lib/platform/db/embedded/pglite-thread";
import { servePglite } from "@/lib/platform/db/embedded/serve-pglite.mjs";

/**
 * PGlite on the caller's own thread, with the messages of its own one: to change threads for each
 * statement is up to a quarter of what a test on the database costs.
 */
export function createPgliteHere(options: PgliteThreadOptions): PgliteThread {
	return new PgliteThread(options, startHere);
}

function startHere(options: PgliteThreadOptions): MessageWorker {
	const worker = new EventEmitter();
	const messages = new EventEmitter();
	const port = {
		on: (event: "message", listener: (message: object) => void) => messages.on(event, listener),
		// As from another thread: timers and sockets have their turn between two statements.
		postMessage: (message: object) => setImmediate(() => worker.emit("message", message)),
		close: () => setImmediate(() => worker.emit("exit")),
	};
	const end = () => {
		worker.emit("exit");
		throw new Error("the embedded database has ended");
	};
	servePglite(port, options, end).catch((error) => {
		worker.emit("error", error);
		worker.emit("exit");
	});
	return Object.assign(worker, { postMessage: (message: object) => messages.emit("message", message) });
}
