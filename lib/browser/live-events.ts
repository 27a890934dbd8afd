import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { EVENT_TYPES, RESET_EVENT } from "@/lib/contract/constants";
import type { ChangeEvent, EventType } from "@/lib/contract/event";
import {
	audienceSourceKeys,
	buildKeys,
	deploymentKeys,
	designKeys,
	inventoryKeys,
	overviewKeys,
	targetKeys,
} from "./query-keys";

/**
 * `connecting`: not connected yet; `live`: changes arrive as events; `reconnecting`: the pages
 * poll.
 */
export type LiveState = "connecting" | "live" | "reconnecting";

/** The used part of `EventSource`. */
export interface EventStream extends EventTarget {
	readonly readyState: number;
	close(): void;
}

export interface LiveOptions {
	client: QueryClient;
	open: () => EventStream;
	/** Whether the tab is visible. */
	isVisible: () => boolean;
}

/** The queries that each type of event invalidates. */
const OUTDATED: Record<EventType, readonly QueryKey[]> = {
	design: [designKeys.all, overviewKeys.all],
	build: [buildKeys.all, designKeys.all, overviewKeys.all],
	deployment: [deploymentKeys.all, designKeys.all, buildKeys.all, targetKeys.all, overviewKeys.all],
	deployment_agents: [deploymentKeys.all, targetKeys.all, overviewKeys.all],
	schedule: [deploymentKeys.all, overviewKeys.all],
	target: [targetKeys.all, deploymentKeys.all, overviewKeys.all],
	target_agents: [targetKeys.all, deploymentKeys.all, overviewKeys.all],
	inventory_source: [inventoryKeys.all, audienceSourceKeys.all],
};

/**
 * Changes within this time are merged (milliseconds); `REST` is the shortest time between two
 * refetches.
 */
const MERGE_DELAY = 100;
const REST = 500;
/** The browser does not reopen a stream that the service refused. */
const FIRST_RETRY = 2_000;
const LAST_RETRY = 30_000;
/** Hidden tabs close their connection: a browser has six for one host over HTTP/1.1. */
const HIDDEN_TIMEOUT = 20_000;
const CLOSED = 2;

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

/** The polling interval of a query, or none while events arrive. */
export const unlessLive = (milliseconds: number): number | false => (state === "live" ? false : milliseconds);

/**
 * Refetches displayed queries when the events of `GET /api/events` report a change
 * (docs/contract.md, Events). The browser reconnects with the last event's id; if the service no
 * longer knows the events since, everything is refetched. Pages poll while the stream is down.
 * Gives functions to call when the tab's visibility changes (`look`), when the network is lost
 * (`lose`), which the stream would notice late, and at the end (`stop`).
 */
export function followLiveEvents({ client, open, isVisible }: LiveOptions): {
	look: () => void;
	lose: () => void;
	stop: () => void;
} {
	let stream: EventStream | null = null;
	let begun = false;
	let retry = FIRST_RETRY;
	let stopped = false;
	let outdated = new Set<QueryKey>();
	let everything = false;
	let flushing = false;
	const timers: Record<"flush" | "retry" | "hide", ReturnType<typeof setTimeout> | undefined> = {
		flush: undefined,
		retry: undefined,
		hide: undefined,
	};

	const flush = async () => {
		timers.flush = undefined;
		// A hidden tab refetches when it is visible again.
		if (flushing || !isVisible()) return;
		if (!everything && outdated.size === 0) return;
		flushing = true;
		const keys = everything ? [undefined] : [...outdated];
		outdated = new Set();
		everything = false;
		const fetched = keys.map((queryKey) => client.invalidateQueries(queryKey === undefined ? {} : { queryKey }));
		await Promise.allSettled(fetched);
		flushing = false;
		schedule(REST);
	};
	const schedule = (wait: number) => {
		if (stopped || flushing || timers.flush !== undefined) return;
		timers.flush = setTimeout(() => void flush(), wait);
	};

	const disconnect = () => {
		clearTimeout(timers.retry);
		stream?.close();
		stream = null;
	};
	const cut = () => {
		// Queries read their interval when they are fetched, so a refetch starts the polling.
		everything ||= state === "live";
		tell("reconnecting");
		schedule(MERGE_DELAY);
	};
	const connectLater = () => {
		timers.retry = setTimeout(connect, retry);
		retry = Math.min(LAST_RETRY, retry * 2);
	};
	const connect = () => {
		disconnect();
		const own = open();
		stream = own;
		// A browser's reconnection names the last event; a new stream does not. A poll under way
		// covers the time between a page's first load and its stream.
		let missing = begun;
		begun = true;
		own.addEventListener("open", () => {
			retry = FIRST_RETRY;
			tell("live");
			everything ||= missing;
			missing = false;
			schedule(0);
		});
		own.addEventListener("error", () => {
			if (stopped || stream !== own) return;
			cut();
			if (own.readyState === CLOSED) connectLater();
		});
		own.addEventListener("message", (event) => {
			const { data } = event as MessageEvent<string>;
			const old = outdatedBy(data);
			// A newer service may send a type that this page does not know.
			if (old === undefined) everything = true;
			else for (const key of old) outdated.add(key);
			schedule(MERGE_DELAY);
		});
		own.addEventListener(RESET_EVENT, () => {
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
	const lose = () => {
		if (stopped || stream === null) return;
		disconnect();
		cut();
		// A service on the same machine needs no network.
		connectLater();
	};
	look();
	return {
		look,
		lose,
		stop: () => {
			stopped = true;
			for (const timer of Object.values(timers)) clearTimeout(timer);
			disconnect();
			tell("connecting");
		},
	};
}

/** Gives the queries that an event invalidates; undefined for an unknown type. */
function outdatedBy(data: string): readonly QueryKey[] | undefined {
	let change: Partial<ChangeEvent> | null;
	try {
		change = JSON.parse(data);
	} catch {
		return undefined;
	}
	const kind = EVENT_TYPES.find((known) => known === change?.type);
	return kind === undefined ? undefined : OUTDATED[kind];
}
