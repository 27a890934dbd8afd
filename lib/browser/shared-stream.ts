import { HEARTBEAT_EVENT, RESET_EVENT } from "@/lib/contract/constants";
import type { EventStream } from "./live-events";

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2] as const;

/** The events of a stream that carry something, or show that it lives. */
const EVENTS = ["message", RESET_EVENT, HEARTBEAT_EVENT] as const;

/** What the tabs of a browser tell each other. */
type Told =
	| { name: "open"; fresh: boolean }
	| { name: "error" }
	| { name: (typeof EVENTS)[number]; data: unknown }
	/** A tab has come, and wants to know whether the stream is open. */
	| { name: "come" }
	| { name: "here" };

export interface SharedStreamOptions {
	/** The same for all tabs that share the stream. */
	name: string;
	/** Opens the stream itself. */
	open: () => EventStream;
	locks: Pick<LockManager, "request">;
}

/**
 * One stream for all tabs of a browser, which has six connections for one host over HTTP/1.1. The
 * tab that holds a lock keeps the stream and passes its events on; when it closes, the next one
 * opens another stream.
 */
class SharedStream extends EventTarget implements EventStream {
	readyState: number = CONNECTING;
	readonly #channel: BroadcastChannel;
	readonly #closed = new AbortController();
	#source: EventStream | null = null;
	/** Whether it was open before: another stream has missed what came between them. */
	#begun = false;

	constructor({ name, open, locks }: SharedStreamOptions) {
		super();
		this.#channel = new BroadcastChannel(name);
		this.#channel.onmessage = ({ data }: MessageEvent<Told>) => this.#take(data);
		this.#channel.postMessage({ name: "come" } satisfies Told);
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
			this.#tell({ name: "open", fresh });
			fresh = false;
		});
		source.addEventListener("error", () => this.#tell({ name: "error" }));
		for (const name of EVENTS) {
			source.addEventListener(name, (event) =>
				this.#tell({ name, data: event instanceof MessageEvent ? event.data : "" }),
			);
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
				if (this.#source?.readyState === OPEN) this.#channel.postMessage({ name: "here" } satisfies Told);
				return;
			case "here":
				if (this.readyState === CONNECTING) this.#begin();
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

	#begin(): void {
		this.readyState = OPEN;
		this.#begun = true;
		this.dispatchEvent(new Event("open"));
	}
}

/** Opens a stream that the tabs share. */
export const shareStream = (options: SharedStreamOptions): EventStream => new SharedStream(options);

/**
 * Opens the server-sent events of an address, once for all tabs of the browser. Over plain HTTP a
 * browser has no locks, and each tab has a stream of its own.
 */
export function openEvents(url: string): EventStream {
	const open = () => new EventSource(url);
	const { locks } = navigator as { locks?: LockManager };
	return locks === undefined ? open() : shareStream({ name: url, open, locks });
}
