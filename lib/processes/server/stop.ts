import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";
import { log } from "@/lib/platform/log";
import { announceLeaving, announceShutdown, keepConnections } from "@/lib/platform/shutdown-signal";

/** What stops after the listener, in this order. */
export interface Stoppable {
	readonly name: string;
	/** Refuses what still takes long, while whoever asked for it can be told. */
	refuse?(): Promise<void>;
	stop(): Promise<void>;
}

/** What is set aside for a proxy to notice that the service is about to stop; whatever is more comes on top. */
const NOTICE_MS = 3_000;
/** For requests in flight to be done; then those that take long are refused. Times are counted from the signal on. */
const LONG_REQUESTS_MS = 5_000;
/** For requests in flight to be answered; then their connections are cut. */
const REQUESTS_MS = 7_000;
/** For everything; then the process ends as it is, which the database and the builds survive. */
const TOTAL_MS = 9_500;
/** Last part of the notice, in which connections are kept again: proxies then open none while the listener closes. */
const KEPT_SHARE = 1 / 3;
/** After the last connection was accepted, one that is idle may still bring a request that is on its way. */
const IDLE_MS = 500;
/** A quiet turn of the event loop is looked for among so many. */
const MOST_TURNS = 1_000;

/**
 * Ends the process properly on the signals. For the notice it serves on, not ready and keeping no connection, so that
 * proxies go elsewhere; SIGINT, which a person gives, has no notice. Then it takes no new connections, event streams and
 * long polls end, requests in flight are finished or, where they take long, refused, then the parts stop in their order;
 * exit code 0. The second signal ends it at once.
 */
export function stopOnSignal(
	server: Server,
	parts: readonly Stoppable[],
	{ signals, noticeMs }: { readonly signals: readonly NodeJS.Signals[]; readonly noticeMs: number },
): void {
	let stopping = false;
	for (const signal of signals) {
		process.on(signal, () => {
			if (stopping) process.exit(128 + constants.signals[signal]);
			stopping = true;
			log.info({ signal }, "stopping");
			const notice = signal === "SIGTERM" ? noticeMs : 0;
			setTimeout(() => {
				log.warn("not everything stopped in time");
				process.exit(1);
			}, TOTAL_MS + beyondNotice(notice)).unref();
			// Lines are written beside the program: what is under way would come after the last, or not at all.
			void stopAll(server, parts, notice).then((clean) => log.flush(() => process.exit(clean ? 0 : 1)));
		});
	}
}

const beyondNotice = (noticeMs: number) => Math.max(0, noticeMs - NOTICE_MS);

async function stopAll(server: Server, parts: readonly Stoppable[], noticeMs: number): Promise<boolean> {
	await closeServer(server, parts, noticeMs);
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

const wait = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));

/** Ends a server's requests and connections: each is answered where that is possible within the time for it. */
export async function closeServer(server: Server, parts: readonly Stoppable[], noticeMs = 0): Promise<void> {
	announceLeaving();
	const refuse = setTimeout(() => {
		for (const part of parts) {
			part
				.refuse?.()
				.catch((error: unknown) => log.error({ err: error, part: part.name }, "long requests were not refused"));
		}
	}, LONG_REQUESTS_MS + beyondNotice(noticeMs));
	const cut = setTimeout(() => server.closeAllConnections(), REQUESTS_MS + beyondNotice(noticeMs));
	if (noticeMs > 0) {
		const keptMs = noticeMs * KEPT_SHARE;
		await wait(noticeMs - keptMs);
		keepConnections(true);
		await wait(keptMs);
	}
	await quietTurn();
	// The HTTP server's own `close` would end idle connections at once, and with them a request that is on its way.
	const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
	// Says `Connection: close` again.
	announceShutdown();
	// Also those that become idle only now: none is kept for a next request.
	let sweep: NodeJS.Timeout | undefined;
	const close = () => {
		server.closeIdleConnections();
		sweep = setInterval(() => server.closeIdleConnections(), 50);
	};
	const idle = setTimeout(close, noticeMs > 0 ? IDLE_MS : 0);
	await closed;
	for (const timer of [refuse, cut, idle, sweep]) clearTimeout(timer);
}

/**
 * Resolves in a turn of the event loop in which nothing happened. A connection that the system has taken, and the process
 * has not, is reset with the listener: right after such a turn there is none.
 */
async function quietTurn(): Promise<void> {
	for (let turn = 0; turn < MOST_TURNS; turn += 1) {
		const { events } = performance.nodeTiming.uvMetricsInfo;
		await new Promise((resolve) => setImmediate(resolve));
		if (performance.nodeTiming.uvMetricsInfo.events === events) return;
	}
}
