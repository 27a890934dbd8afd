import { RESET_EVENT } from "@/lib/contract/event";
import type { Message } from "@/lib/domain/events/change-feed";

/** What keeps proxies from taking an idle stream for a dead one. */
const HEARTBEAT_MS = 15_000;
/** After so long a browser that lost its stream comes back. */
const RETRY_MS = 1_000;
/** Who is so far behind is cut off, and told what it missed when it comes back. */
const MOST_WAITING_BYTES = 1_048_576;

/** What a stream of events is written with. */
export interface EventSink {
	/** The first line: where the reader begins. */
	begin(id: string): void;
	send(message: Message): void;
	close(): void;
}

/**
 * A stream of server-sent events, closed when one of the signals fires, when the reader goes away or when it is too slow.
 * @param open begins to write, and gives what is to be done at the end; what it throws is thrown here
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
	const heartbeat = setInterval(() => write(": heartbeat\n\n"), HEARTBEAT_MS);
	let finish = () => {};
	const close = () => {
		clearInterval(heartbeat);
		for (const signal of endings) signal.removeEventListener("abort", close);
		finish();
		try {
			controller?.close();
		} catch {
			// Cancelled by the reader: closed already.
		}
		ended.abort();
	};
	for (const signal of endings) signal.addEventListener("abort", close);
	try {
		finish = await open(sink);
	} catch (error) {
		close();
		throw error;
	}
	// It may have ended while it was opened.
	if (endings.some(({ aborted }) => aborted)) close();
	return new Response(stream, {
		headers: { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" },
	});
}

function written(message: Message): string {
	if ("reset" in message) return `event: ${RESET_EVENT}\nid: ${message.id}\ndata: {}\n\n`;
	return `id: ${message.id}\ndata: ${JSON.stringify(message.event)}\n\n`;
}
