import type { QueryClient } from "@tanstack/react-query";
import { EVENT_TYPES, HEARTBEAT_EVENT, HEARTBEAT_MS, RESET_EVENT } from "@/lib/contract/constants";
import type { ChangeEvent, EventType } from "@/lib/contract/event";
import { refetchDisplayed } from "./refetch-displayed";
import { followSoon, isQuiet, type Outdated, outdatedBy, outdateQuietly } from "./refresh";

/**
 * `connecting`: not connected yet; `live`: changes arrive as events; `reconnecting`: the pages
 * poll.
 */
export type LiveState = "connecting" | "live" | "reconnecting";

/** The used part of `EventSource`. */
export interface EventStream extends EventTarget {
	readonly readyState: number;
	/** Whether it continues from the answers that came with the document. */
	readonly continues?: boolean;
	close(): void;
}

export interface LiveOptions {
	client: QueryClient;
	open: () => EventStream;
	/** Whether the tab is visible. */
	isVisible: () => boolean;
}

/**
 * Changes within this time are merged (milliseconds); `REST` is the shortest time between two
 * refetches, and `SLOW` how long one holds up the next.
 */
const MERGE_DELAY = 100;
const REST = 500;
const SLOW = 5_000;
/**
 * Data loaded before a first stream that does not continue from them may be older than it: they
 * are loaded again once the page has come to rest.
 */
const FIRST_LOOK = 5_000;
/** The browser does not reopen a stream that the service refused. */
const FIRST_RETRY = 2_000;
const LAST_RETRY = 30_000;
/** Hidden tabs close the stream: a browser has six connections for one host over HTTP/1.1. */
const HIDDEN_TIMEOUT = 20_000;
/** Three heartbeats were missed. */
const SILENCE_TIMEOUT = 3 * HEARTBEAT_MS + 5_000;
const CLOSED = 2;
/** Events by which a decision of the page's own is followed: read with its results. */
const FOLLOWS_DECISION: readonly EventType[] = ["deployment", "schedule", "target_agents"];

let state: LiveState = "connecting";
const listeners = new Set<() => void>();

function tell(next: LiveState): void {
	if (state === next) return;
	state = next;
	for (const listener of listeners) listener();
}

/** The state of the stream, for `useSyncExternalStore`. */
export const liveState = (): LiveState => state;
export function onLiveState(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** The polling interval of a query, or none while events arrive, or are about to. */
export const unlessLive = (milliseconds: number): number | false => (state === "reconnecting" ? milliseconds : false);

/**
 * Refetches displayed queries when the events of `GET /api/events` report a change
 * (docs/contract.md, Events). The browser reconnects with the last event's id; a new stream
 * refetches everything. Pages poll while the stream is down. A stream without heartbeats is
 * replaced, as a connection may die without a word.
 * Gives functions to call when the tab's visibility changes (`look`), when the network is lost
 * (`lose`), which the stream would notice late, and at the end (`stop`).
 */
export function followLiveEvents({ client, open, isVisible }: LiveOptions): {
	look: () => void;
	lose: () => void;
	stop: () => void;
} {
	const refetching = refetchDisplayed(client);
	let stream: EventStream | null = null;
	let begun = false;
	let retry = FIRST_RETRY;
	let stopped = false;
	let outdated = new Set<Outdated>();
	let everything = false;
	let flushing = false;
	const timers: Record<
		"flush" | "slow" | "first" | "retry" | "hide" | "silence",
		ReturnType<typeof setTimeout> | undefined
	> = {
		flush: undefined,
		slow: undefined,
		first: undefined,
		retry: undefined,
		hide: undefined,
		silence: undefined,
	};

	const flush = async () => {
		timers.flush = undefined;
		// A hidden tab refetches when it is visible again.
		if (flushing || !isVisible()) return;
		if (!everything && outdated.size === 0) return;
		flushing = true;
		const loaded = refetching.refetch(everything ? "everything" : outdated);
		outdated = new Set();
		everything = false;
		const timeout = new Promise((resolve) => {
			timers.slow = setTimeout(resolve, SLOW);
		});
		await Promise.race([loaded, timeout]);
		clearTimeout(timers.slow);
		flushing = false;
		schedule(REST);
	};
	const schedule = (wait: number) => {
		if (stopped || flushing || timers.flush !== undefined) return;
		timers.flush = setTimeout(() => void flush(), wait);
	};
	const renew = () => {
		everything = true;
		schedule(0);
	};

	const disconnect = () => {
		clearTimeout(timers.retry);
		clearTimeout(timers.silence);
		stream?.close();
		stream = null;
	};
	const cut = () => {
		// Queries read their interval when they are fetched, so a refetch starts the polling.
		everything ||= state !== "reconnecting";
		tell("reconnecting");
		schedule(MERGE_DELAY);
	};
	const connectLater = () => {
		timers.retry = setTimeout(connect, retry);
		retry = Math.min(LAST_RETRY, retry * 2);
	};
	const lose = () => {
		if (stopped || stream === null) return;
		disconnect();
		cut();
		// A service on the same machine needs no network.
		connectLater();
	};
	const listen = () => {
		clearTimeout(timers.silence);
		timers.silence = setTimeout(lose, SILENCE_TIMEOUT);
	};
	const connect = () => {
		disconnect();
		const own = open();
		stream = own;
		// A browser's reconnection names the last event; a new stream does not.
		let fresh = true;
		const on = (name: string, take: (event: Event) => void) =>
			own.addEventListener(name, (event) => {
				if (stopped || stream !== own) return;
				if (name !== "error") listen();
				take(event);
			});
		listen();
		on("open", () => {
			retry = FIRST_RETRY;
			tell("live");
			if (fresh && begun) renew();
			else if (fresh && own.continues !== true) timers.first = setTimeout(renew, FIRST_LOOK);
			fresh = false;
			begun = true;
		});
		on("error", () => {
			cut();
			if (own.readyState === CLOSED) connectLater();
		});
		on("message", (event) => {
			const { data } = event as MessageEvent<string>;
			const change = changeOf(data);
			if (change !== undefined) followSoon(client, change.type);
			// A newer service may send a type that this page does not know.
			if (change === undefined) everything = true;
			else if (isQuiet(client) && FOLLOWS_DECISION.includes(change.type))
				return outdateQuietly(client, outdatedBy(change));
			else for (const one of outdatedBy(change)) outdated.add(one);
			schedule(MERGE_DELAY);
		});
		on(HEARTBEAT_EVENT, () => {});
		on(RESET_EVENT, () => {
			everything = true;
			schedule(MERGE_DELAY);
		});
	};

	const look = () => {
		clearTimeout(timers.hide);
		if (!isVisible()) {
			timers.hide = setTimeout(disconnect, HIDDEN_TIMEOUT);
			return;
		}
		if (stream === null || stream.readyState === CLOSED) connect();
		else schedule(0);
	};
	look();
	return {
		look,
		lose,
		stop: () => {
			stopped = true;
			for (const timer of Object.values(timers)) clearTimeout(timer);
			refetching.stop();
			disconnect();
			tell("connecting");
		},
	};
}

/** The change that an event reports; undefined for an unknown type. */
function changeOf(data: string): Pick<ChangeEvent, "type" | "id"> | undefined {
	let change: Partial<ChangeEvent> | null;
	try {
		change = JSON.parse(data);
	} catch {
		return undefined;
	}
	const kind = EVENT_TYPES.find((known) => known === change?.type);
	return kind === undefined ? undefined : { type: kind, id: change?.id ?? "" };
}
