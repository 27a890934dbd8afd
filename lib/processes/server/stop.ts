import type { Server } from "node:http";
import { constants } from "node:os";
import { log } from "@/lib/platform/log";
import { announceShutdown } from "@/lib/platform/shutdown-signal";

/** What stops after the listener, in this order. */
export interface Stoppable {
	readonly name: string;
	/** Refuses what still takes long, while whoever asked for it can be told. */
	refuse?(): Promise<void>;
	stop(): Promise<void>;
}

/** For requests in flight to be done; then those that take long are refused. */
const LONG_REQUESTS_MS = 4_000;
/** For requests in flight to be answered; then their connections are cut. */
const REQUESTS_MS = 6_000;
/** For everything; then the process ends as it is, which the database and the builds survive. */
const TOTAL_MS = 9_500;

/**
 * Ends the process properly on the signals: no new connections, event streams and long polls end, requests
 * in flight are finished or, where they take long, refused, then the parts stop in their order; exit code 0. The second signal ends it at once.
 */
export function stopOnSignal(server: Server, parts: readonly Stoppable[], signals: readonly NodeJS.Signals[]): void {
	let stopping = false;
	for (const signal of signals) {
		process.on(signal, () => {
			if (stopping) process.exit(128 + constants.signals[signal]);
			stopping = true;
			log.info({ signal }, "stopping");
			setTimeout(() => {
				log.warn("not everything stopped in time");
				process.exit(1);
			}, TOTAL_MS).unref();
			// Lines are written beside the program: what is under way would come after the last, or not at all.
			void stopAll(server, parts).then((clean) => log.flush(() => process.exit(clean ? 0 : 1)));
		});
	}
}

async function stopAll(server: Server, parts: readonly Stoppable[]): Promise<boolean> {
	await closeServer(server, parts);
	let clean = true;
	for (const part of parts) {
		try {
			await part.stop();
		} catch (error) {
			clean = false;
			log.error({ err: error, part: part.name }, "a part did not stop properly");
		}
	}
	log.info("stopped");
	return clean;
}

/** Ends a server's requests and connections: each is answered where that is possible within the time for it. */
export async function closeServer(server: Server, parts: readonly Stoppable[]): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	announceShutdown();
	server.closeIdleConnections();
	// Connections that become idle only now, as their last request is finished, are not kept for a next one.
	const sweep = setInterval(() => server.closeIdleConnections(), 50);
	const refuse = setTimeout(() => {
		for (const part of parts) {
			part
				.refuse?.()
				.catch((error: unknown) => log.error({ err: error, part: part.name }, "long requests were not refused"));
		}
	}, LONG_REQUESTS_MS);
	const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
	await closed;
	clearInterval(sweep);
	clearTimeout(refuse);
	clearTimeout(cut);
}
