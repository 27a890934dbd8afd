import { HEARTBEAT_EVENT, RESET_EVENT } from "@/lib/contract/constants";
import type { EventStream } from "./live-events";

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2] as const;
/** For how long the tab that keeps the stream remembers events, for tabs that come (milliseconds). */
const REMEMBERED = 60_000;

/** The events of a stream that carry something, or show that it lives. */
const EVENTS = ["message", RESET_EVENT, HEARTBEAT_EVENT] as const;

/** What the tabs of a browser tell each other. */
type Told =
	| { name: "open"; fresh: boolean }
	| { name: "error" }
	| Passed
	/** A tab has come, whose document was asked for at `since`, of `Date.now()`. */
	| { name: "come"; tab: string; since: number }
	/** To a tab: the stream is open; `missed` was sent since then, and null is not known. */
	| { name: "here"; tab: string; missed: Passed[] | null };

interface Passed {
	name: (typeof EVENTS)[number];
	data: unknown;
}

export interface SharedStreamOptions {
	/** The same for all tabs that share the stream. */
	name: string;
	/** Opens the stream itself. */
	open: () => EventStream;
	/** When the document was asked for, of `Date.now()`; undefined without its position. */
	since?: number | undefined;
	locks: Pick<LockManager, "request">;
}

/**
 * One stream for all tabs of a browser, which has six connections for one host over HTTP/1.1. The
 * tab that holds a lock keeps the stream and passes its events on; when it closes, the next one
 * opens another stream.
 */
class SharedStream extends EventTarget implements EventStream {
	readyState: number = CONNECTING;
	continues = false;
	readonly #since: number | undefined;
	readonly #tab = crypto.randomUUID();
	readonly #channel: BroadcastChannel;
	readonly #closed = new AbortController();
	#source: EventStream | null = null;
	/** Whether it was open before: another stream has missed what came between them. */
	#begun = false;
	#openedAt = Number.POSITIVE_INFINITY;
	#remembered: { at: number; passed: Passed }[] = [];

	constructor({ name, open, since, locks }: SharedStreamOptions) {
		super();
		this.#since = since;
		this.#channel = new BroadcastChannel(name);
		this.#channel.onmessage = ({ data }: MessageEvent<Told>) => this.#take(data);
		this.#channel.postMessage({ name: "come", tab: this.#tab, since: since ?? 0 } satisfies Told);
		locks.request(name, { signal: this.#closed.signal }, () => this.#keep(open)).catch(() => undefined);
	}

	close(): void {
		if (this.#closed.signal.aborted) return;
		this.readyState = CLOSED;
		this.#closed.abort();
		this.#source?.close();
		this.#channel.close();
	}

	/** Opens the stream and keeps it, and with it the lock, until the end. */
	#keep(open: () => EventStream): Promise<void> | undefined {
		if (this.#closed.signal.aborted) return;
		const source = open();
		this.#source = source;
		let fresh = true;
		source.addEventListener("open", () => {
			this.#openedAt = Math.min(this.#openedAt, Date.now());
			this.continues = this.#since !== undefined && !this.#begun;
			this.#tell({ name: "open", fresh });
			fresh = false;
		});
		source.addEventListener("error", () => this.#tell({ name: "error" }));
		for (const name of EVENTS) {
			source.addEventListener(name, (event) => {
				const passed = { name, data: event instanceof MessageEvent ? event.data : "" };
				this.#remembered.push({ at: Date.now(), passed });
				this.#remembered = this.#remembered.filter(({ at }) => at > Date.now() - REMEMBERED);
				this.#tell(passed);
			});
		}
		return new Promise((resolve) => this.#closed.signal.addEventListener("abort", () => resolve()));
	}

	#tell(told: Told): void {
		if (this.#closed.signal.aborted) return;
		this.#channel.postMessage(told);
		this.#take(told);
	}

	#take(told: Told): void {
		switch (told.name) {
			case "come":
				if (this.#source?.readyState === OPEN) this.#answer(told.tab, told.since);
				return;
			case "here":
				if (this.readyState !== CONNECTING || told.tab !== this.#tab) return;
				this.continues = told.missed !== null;
				this.#begin();
				for (const passed of told.missed ?? []) this.#take(passed);
				return;
			case "open": {
				const missed = told.fresh && this.#begun;
				this.#begin();
				if (missed) this.dispatchEvent(new Event(RESET_EVENT));
				return;
			}
			case "error":
				// Refused: the tab that kept it gives the lock up and comes again later.
				this.readyState = this.#source?.readyState === CLOSED ? CLOSED : CONNECTING;
				this.dispatchEvent(new Event("error"));
				return;
			default:
				this.dispatchEvent(new MessageEvent(told.name, { data: told.data }));
		}
	}

	#answer(tab: string, since: number): void {
		const whole = since > Math.max(this.#openedAt, Date.now() - REMEMBERED);
		const missed = this.#remembered.filter(({ at }) => at >= since).map(({ passed }) => passed);
		this.#channel.postMessage({ name: "here", tab, missed: whole ? missed : null } satisfies Told);
	}

	#begin(): void {
		this.readyState = OPEN;
		this.#begun = true;
		this.dispatchEvent(new Event("open"));
	}
}

/** Opens a stream that the tabs share. */
export const shareStream = (options: SharedStreamOptions): EventStream => new SharedStream(options);

/**
 * Opens the server-sent events of an address, once for all tabs of the browser; they continue from
 * the position of the document, where it has one. Over plain HTTP a browser has no locks, and each
 * tab has a stream of its own.
 */
export function openEvents(url: string, position: string | null): EventStream {
	const address = position === null ? url : `${url}?${new URLSearchParams({ since: position })}`;
	const open = () => Object.assign(new EventSource(address), { continues: position !== null });
	const { locks } = navigator as { locks?: LockManager };
	if (locks === undefined) return open();
	return shareStream({ name: url, open, since: position === null ? undefined : performance.timeOrigin, locks });
}
