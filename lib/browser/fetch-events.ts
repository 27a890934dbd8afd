import type { EventStream } from "./live-events";

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2] as const;

/** Server-sent events by `fetch`: an `EventSource` sends no token. It ends with its connection. */
class FetchedEvents extends EventTarget implements EventStream {
	readyState: number = CONNECTING;
	readonly #closed = new AbortController();

	constructor(address: string) {
		super();
		this.#read(address)
			.catch(() => undefined)
			.then(() => {
				if (this.readyState === CLOSED) return;
				this.readyState = CLOSED;
				this.dispatchEvent(new Event("error"));
			});
	}

	close(): void {
		this.readyState = CLOSED;
		this.#closed.abort();
	}

	async #read(address: string): Promise<void> {
		const headers = { Accept: "text/event-stream" };
		const { ok, body } = await fetch(address, { headers, cache: "no-store", signal: this.#closed.signal });
		if (!ok || body === null) return;
		this.readyState = OPEN;
		this.dispatchEvent(new Event("open"));
		const reader = body.pipeThrough(new TextDecoderStream()).getReader();
		for (let left = ""; ; ) {
			const { value, done } = await reader.read();
			if (done) return;
			const messages = (left + value).split("\n\n");
			left = messages.pop() ?? "";
			for (const message of messages) this.#pass(message);
		}
	}

	#pass(message: string): void {
		const fields = new Map(message.split("\n").map((line) => [line.split(":")[0], line.replace(/^\w*: ?/, "")]));
		const data = fields.get("data");
		if (data !== undefined) this.dispatchEvent(new MessageEvent(fields.get("event") ?? "message", { data }));
	}
}

/** Opens the server-sent events of an address with the page's token. */
export const fetchEvents = (address: string): EventStream => new FetchedEvents(address);
