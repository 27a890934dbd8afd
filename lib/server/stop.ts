import type { Server } from "node:http";
import { log } from "@/lib/log";
import { announceShutdown } from "@/lib/server/shutdown-signal";

/** What stops after the listener, in this order. */
export interface Stoppable {
	readonly name: string;
	stop(): Promise<void>;
}

/** For requests in flight; then their connections are cut. */
const REQUESTS_MS = 6_000;
/** For everything; then the process ends as it is, which the database and the builds survive. */
const TOTAL_MS = 9_500;

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

/**
 * Ends the process properly on SIGTERM, SIGINT and SIGHUP: no new connections, event streams and long polls end, requests
 * in flight are finished, then the parts stop in their order; exit code 0. The second signal ends it at once.
 */
export function stopOnSignal(server: Server, parts: readonly Stoppable[]): void {
	let stopping = false;
	for (const [signal, number] of Object.entries(SIGNALS)) {
		process.on(signal, () => {
			if (stopping) process.exit(128 + number);
			stopping = true;
			log.info({ signal }, "stopping");
			setTimeout(() => {
				log.warn("not everything stopped in time");
				process.exit(1);
			}, TOTAL_MS).unref();
			void stopAll(server, parts).then((clean) => process.exit(clean ? 0 : 1));
		});
	}
}

async function stopAll(server: Server, parts: readonly Stoppable[]): Promise<boolean> {
	await closeServer(server);
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

async function closeServer(server: Server): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	announceShutdown();
	server.closeIdleConnections();
	// Connections that become idle only now, as their last request is finished, are not kept for a next one.
	const sweep = setInterval(() => server.closeIdleConnections(), 50);
	const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS);
	await closed;
	clearInterval(sweep);
	clearTimeout(cut);
}
