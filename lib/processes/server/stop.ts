import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";
import { log } from "@/lib/platform/log";
import { announceLeaving, announceShutdown, keepConnections } from "@/lib/platform/shutdown-signal";

/** A part that stops after the listener, in the given order. */
export interface Stoppable {
	readonly name: string;
	/** Refuses long requests while their callers can still be answered. */
	refuse?(): Promise<void>;
	stop(): Promise<void>;
}

/** Part of the notice that the time limits include; a longer notice extends them. */
const NOTICE_MS = 3_000;
/** Time for requests in flight; then long ones are refused. All times count from the signal. */
const LONG_REQUESTS_MS = 5_000;
/** Time until requests in flight are answered; then their connections are cut. */
const REQUESTS_MS = 7_000;
/** Total time; then the process exits as it is, which the database and builds survive. */
const TOTAL_MS = 9_500;
/**
 * Share of the notice at its end in which connections are kept again, so that proxies open none
 * while the listener closes.
 */
const KEEP_ALIVE_SHARE = 1 / 3;
/**
 * After the last connection was accepted, an idle one may still receive a request that is in
 * transit.
 */
const IDLE_MS = 500;
/** Turns of the event loop among which to find a quiet one. */
const MOST_TURNS = 1_000;

/**
 * Ends the process on signals. During the notice it serves on, is not ready and closes connections,
 * so that proxies use other processes; SIGINT, from a person, has no notice. Then it accepts no
 * connections, ends event streams and long polls, finishes or refuses requests in flight, and stops
 * the parts in order; exit code 0. A second signal ends it at once.
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
			// Another thread writes log lines: without the flush the last ones would be lost.
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

/** Ends a server's requests and connections; answers each request if its time allows. */
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
		const keptMs = noticeMs * KEEP_ALIVE_SHARE;
		await wait(noticeMs - keptMs);
		keepConnections(true);
		await wait(keptMs);
	}
	await quietTurn();
	// `close` of the HTTP server would end idle connections at once, with requests in transit.
	const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
	// From here on answers say `Connection: close` again.
	announceShutdown();
	const closeIdle = () => void quietTurn().then(() => server.closeIdleConnections());
	// Closes connections that become idle only now, too.
	let sweep: NodeJS.Timeout | undefined;
	const close = () => {
		closeIdle();
		sweep = setInterval(closeIdle, 50);
	};
	const idle = setTimeout(close, noticeMs > 0 ? IDLE_MS : 0);
	await closed;
	for (const timer of [refuse, cut, idle, sweep]) clearTimeout(timer);
}

/**
 * Resolves after a turn of the event loop without events. Closing the listener resets connections
 * that the system has accepted and the process has not; closing idle connections loses requests
 * that have arrived and were not read. After such a turn there are none.
 */
async function quietTurn(): Promise<void> {
	for (let turn = 0; turn < MOST_TURNS; turn += 1) {
		const { events } = performance.nodeTiming.uvMetricsInfo;
		await new Promise((resolve) => setImmediate(resolve));
		if (performance.nodeTiming.uvMetricsInfo.events === events) return;
	}
}
