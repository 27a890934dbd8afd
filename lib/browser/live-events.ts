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

/** `connecting`: not heard from yet; `live`: changes arrive by themselves; `reconnecting`: the pages poll meanwhile. */
export type LiveState = "connecting" | "live" | "reconnecting";

/** The part of `EventSource` that is used here. */
export interface EventStream extends EventTarget {
	readonly readyState: number;
	close(): void;
}

export interface LiveOptions {
	client: QueryClient;
	open: () => EventStream;
	/** Whether somebody looks at the tab. */
	isVisible: () => boolean;
}

/** What each kind of change makes old. */
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

/** Changes that come close together are one (milliseconds); a page is read anew once at most in `REST`. */
const GATHER = 100;
const REST = 500;
/** Of a stream that the service refused, which the browser does not open again by itself. */
const FIRST_RETRY = 2_000;
const LAST_RETRY = 30_000;
/** A tab that nobody looks at gives its connection back: a browser has six for one host over HTTP/1.1. */
const HIDDEN_PATIENCE = 20_000;
const CLOSED = 2;

let state: LiveState = "connecting";
const listeners = new Set<() => void>();

function tell(next: LiveState): void {
	if (state === next) return;
	state = next;
	for (const listener of listeners) listener();
}

/** Whether changes arrive by themselves; for `useSyncExternalStore`. */
export const liveState = (): LiveState => state;
export function onLiveState(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** The interval of a query that looks again by itself: none while the service tells of changes. */
export const unlessLive = (milliseconds: number): number | false => (state === "live" ? false : milliseconds);

/**
 * Keeps the query cache true by the events of `GET /api/events` (design.md section 7): what changed is fetched anew where
 * a page shows it, whoever changed it. The browser reconnects by itself and names the last event that it has seen; where
 * the service no longer knows what came after that, everything is read anew. Until then, and while the connection is cut,
 * the pages poll as they did without. Gives what tells it that the tab is looked at, or not, that the browser has lost its
 * network (the stream itself would notice no sooner than it misses a word), and what ends it.
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
		// What nobody looks at is fetched when somebody does.
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
		// Queries choose their interval when they are fetched: this makes them begin to poll.
		everything ||= state === "live";
		tell("reconnecting");
		schedule(GATHER);
	};
	const connectLater = () => {
		timers.retry = setTimeout(connect, retry);
		retry = Math.min(LAST_RETRY, retry * 2);
	};
	const connect = () => {
		disconnect();
		const own = open();
		stream = own;
		// The browser's own reconnections name the last event seen; a new stream does not know what was missed. What changes
		// between the first load of a page and the opening of its stream is seen by the one poll that is under way by then.
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
			// A kind of a newer service than this page: what it is about may be anything.
			if (old === undefined) everything = true;
			else for (const key of old) outdated.add(key);
			schedule(GATHER);
		});
		own.addEventListener(RESET_EVENT, () => {
			everything = true;
			schedule(GATHER);
		});
	};

	const look = () => {
		clearTimeout(timers.hide);
		if (!isVisible()) {
			timers.hide = setTimeout(disconnect, HIDDEN_PATIENCE);
			return;
		}
		if (stream === null || stream.readyState === CLOSED) connect();
		else schedule(0);
	};
	const lose = () => {
		if (stopped || stream === null) return;
		disconnect();
		cut();
		// A service on the same machine is there without a network, too.
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

/** What the change in an event makes old; undefined where the page does not know its kind. */
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
