import { HEARTBEAT_EVENT, HEARTBEAT_MS, RESET_EVENT } from "@/lib/contract/constants";
import type { Message } from "@/lib/domain/events/change-feed";

/** The delay before a browser reconnects. */
const RETRY_MS = 1_000;
/** Slower readers are disconnected; they catch up when they reconnect. */
export const MOST_WAITING_BYTES = 1_048_576;

/** Writes the events of a stream. */
export interface EventSink {
	/** Sends the position from which the reader resumes. */
	begin(id: string): void;
	send(message: Message): void;
	close(): void;
}

/**
 * Opens a stream of server-sent events. A signal, a disconnected or a slow reader closes it.
 * @param open starts the writing and gives its cleanup; its errors are rethrown
 */
export async function eventStream(
	signals: readonly AbortSignal[],
	open: (sink: EventSink) => Promise<() => void>,
): Promise<Response> {
	const encoder = new TextEncoder();
	const ended = new AbortController();
	let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	const stream = new ReadableStream<Uint8Array>(
		{
			start: (own) => {
				controller = own;
			},
			cancel: () => ended.abort(),
		},
		new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }),
	);
	const write = (text: string) => {
		if (ended.signal.aborted || controller === undefined) return;
		controller.enqueue(encoder.encode(text));
		if ((controller.desiredSize ?? 0) < -MOST_WAITING_BYTES) ended.abort();
	};
	const sink: EventSink = {
		begin: (id) => write(`: connected\nretry: ${RETRY_MS}\nid: ${id}\n\n`),
		send: (message) => write(written(message)),
		close: () => ended.abort(),
	};
	const endings = [...signals, ended.signal];
	// Keeps proxies from closing an idle stream, and detects dead readers.
	const heartbeat = setInterval(() => write(`event: ${HEARTBEAT_EVENT}\ndata: {}\n\n`), HEARTBEAT_MS);
	let finish = () => {};
	const close = () => {
		clearInterval(heartbeat);
		for (const signal of endings) signal.removeEventListener("abort", close);
		finish();
		try {
			controller?.close();
		} catch {}
		ended.abort();
	};
	for (const signal of endings) signal.addEventListener("abort", close);
	try {
		finish = await open(sink);
	} catch (error) {
		close();
		throw error;
	}
	// A signal may have fired while the stream was opened.
	if (endings.some(({ aborted }) => aborted)) close();
	return new Response(stream, {
		headers: { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" },
	});
}

function written(message: Message): string {
	if ("reset" in message) return `event: ${RESET_EVENT}\nid: ${message.id}\ndata: {}\n\n`;
	return `id: ${message.id}\ndata: ${JSON.stringify(message.event)}\n\n`;
}
