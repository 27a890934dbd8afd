import { ConnectionError } from "./errors.js";
import { type Http, pause } from "./http.js";

/** How often something is looked at that changes, where no event tells of it. */
const POLL_MS = 5_000;
/** The service sends a heartbeat every 15 seconds: a stream without one is dead. */
const SILENCE_MS = 40_000;

/** A changed object that the caller sees. */
export interface Change {
	readonly type: string;
	readonly id: string;
	readonly revision: number | null;
}

/**
 * Follows what changes, until the signal ends it or the connection is cut.
 * @throws ServiceError where the service refuses the stream, ConnectionError where it is cut
 */
export async function* followChanges(http: Http, signal?: AbortSignal): AsyncGenerator<Change, void, void> {
	const cut = new AbortController();
	const stop = () => cut.abort(signal?.reason);
	signal?.addEventListener("abort", stop, { once: true });
	let silence = setTimeout(() => cut.abort(new ConnectionError("the stream of events fell silent")), SILENCE_MS);
	try {
		const answer = await http.send("GET /api/events", { signal: cut.signal });
		let left = "";
		const text = new TextDecoder();
		const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
		for (;;) {
			const { value, done } = await reader.read();
			if (done) throw new ConnectionError("the stream of events ended");
			clearTimeout(silence);
			silence = setTimeout(() => cut.abort(new ConnectionError("the stream of events fell silent")), SILENCE_MS);
			const messages = (left + text.decode(value, { stream: true })).split("\n\n");
			left = messages.pop() ?? "";
			yield* messages.flatMap(changeOf);
		}
	} finally {
		clearTimeout(silence);
		signal?.removeEventListener("abort", stop);
		cut.abort();
	}
}

/** The change that a message tells of; none of heartbeats and other named events. */
function changeOf(message: string): Change[] {
	const fields = new Map(message.split("\n").map((line) => [line.split(":")[0], line.replace(/^\w*: ?/, "")]));
	const data = fields.get("data");
	return data === undefined || fields.has("event") ? [] : [JSON.parse(data) as Change];
}

/**
 * Looks until there is an answer: when something changes, and every five seconds, since the stream
 * of events may be cut or refused.
 * @param look gives undefined while it has to go on
 */
export async function lookUntil<T>(http: Http, look: () => Promise<T | undefined>, signal?: AbortSignal): Promise<T> {
	const ended = new AbortController();
	const stop = () => ended.abort(signal?.reason);
	if (signal?.aborted) throw signal.reason;
	signal?.addEventListener("abort", stop, { once: true });
	let wake = () => {};
	const watch = async () => {
		for await (const _ of followChanges(http, ended.signal)) wake();
	};
	watch().catch(() => {});
	try {
		for (;;) {
			const woken = new Promise<void>((resolve) => {
				wake = resolve;
			});
			const found = await look();
			if (found !== undefined) return found;
			const timer = new AbortController();
			await Promise.race([
				woken,
				pause(POLL_MS, AbortSignal.any([ended.signal, timer.signal])).catch(throwUnless(timer)),
			]);
			timer.abort();
		}
	} finally {
		signal?.removeEventListener("abort", stop);
		ended.abort();
	}
}

const throwUnless = (timer: AbortController) => (reason: unknown) => {
	if (!timer.signal.aborted) throw reason;
};
