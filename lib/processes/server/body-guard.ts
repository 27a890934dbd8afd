import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ApiFamily } from "@/lib/http/routes/api-family";
import { BODY_LIMIT_BYTES } from "@/lib/http/routes/read-body";
import { hasBody } from "@/lib/processes/server/has-body";
import { type Refusal, refuse } from "@/lib/processes/server/refuse";

/** How long a sender may continue after the answer, so that it can read the answer. */
const LINGER_MS = 1_000;
/** How long a body may come slower than {@link LEAST_BYTES_PER_MS}, or not at all, before the 408. */
export const SLOW_BODY_MS = 60_000;
/** The slowest pace of a body: a kilobyte a second. */
export const LEAST_BYTES_PER_MS = 1;

const TIMED_OUT: Refusal = {
	status: 408,
	errorType: "InvalidArgument",
	message: `the body came slower than ${LEAST_BYTES_PER_MS} kB a second for ${SLOW_BODY_MS / 1_000} seconds: nothing was changed`,
};

/**
 * Limits senders of endless bodies. Node's limit on the duration of a request is off, because
 * imports may take long. Instead, a sender that falls silent or sends drips while its body is read
 * gets a 408, and one that still sends a second after its answer is disconnected.
 * @param family of the request's path, for the envelope of the 408
 * @param slowMs shorter in tests only
 */
export function guardBody(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	family: ApiFamily | undefined,
	slowMs = SLOW_BODY_MS,
): void {
	const { socket } = incoming;
	// Node.js calls this after the answer on a connection that closes. Closing at once would discard
	// the answer if the body is still arriving.
	socket.destroySoon = () => {
		if (incoming.complete) return Socket.prototype.destroySoon.call(socket);
		socket.end();
		incoming.once("end", () => socket.destroySoon());
	};
	let watch: NodeJS.Timeout | undefined;
	onFirstRead(incoming, () => {
		if (expectsContinue(incoming) && !outgoing.headersSent) outgoing.writeContinue();
		watch = watchPace(incoming, slowMs, () => {
			if (outgoing.headersSent) return;
			refuse(outgoing, family, TIMED_OUT);
			endBody(incoming);
		});
	});
	outgoing.once("close", () => clearInterval(watch));
	outgoing.once("finish", () => {
		if (incoming.complete) return;
		// A reader that has stopped reading would block the rest of the body.
		incoming.removeAllListeners("data").removeAllListeners("readable").resume();
		const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
		incoming.once("end", () => clearTimeout(cut));
	});
}

/** Whether the sender waits for `100 Continue`; node:http leaves the answer to `checkContinue`. */
function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
	return httpVersion !== "1.0" && headers.expect?.toLowerCase() === "100-continue";
}

/** Calls back at the first read; an unread body is not waited for. */
function onFirstRead(incoming: IncomingMessage, begin: () => void): void {
	const read = incoming._read;
	incoming._read = (size) => {
		incoming._read = read;
		begin();
		incoming._read(size);
	};
}

/**
 * Watches the sender of a body. Each byte that comes is time for more of them, up to `slowMs`; a
 * reader that is slow itself costs no time.
 */
function watchPace(incoming: IncomingMessage, slowMs: number, onTooSlow: () => void): NodeJS.Timeout {
	const { socket } = incoming;
	const everyMs = slowMs / 12;
	let received = socket.bytesRead;
	let left = slowMs;
	const watch = setInterval(() => {
		const time = (socket.bytesRead - received) / LEAST_BYTES_PER_MS;
		received = socket.bytesRead;
		const awaitsReader = incoming.complete || incoming.readableLength > 0;
		left = awaitsReader ? slowMs : Math.min(slowMs, left + time) - everyMs;
		if (left > 0) return;
		clearInterval(watch);
		onTooSlow();
	}, everyMs).unref();
	return watch;
}

/** Ends the body for its reader; the connection stays open for the answer. */
function endBody(incoming: IncomingMessage): void {
	incoming.on("error", () => undefined);
	incoming._destroy = (error, done) => done(error);
	incoming.destroy(new Error(TIMED_OUT.message));
}

/**
 * Limits the body of a request for Next, which has no limit: reads it whole and passes it on with a
 * known length.
 * @returns undefined when the body is too large
 */
export async function boundedRequest(incoming: IncomingMessage): Promise<IncomingMessage | undefined> {
	if (!hasBody(incoming)) return incoming;
	if (Number(incoming.headers["content-length"] ?? 0) > BODY_LIMIT_BYTES) return undefined;
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > BODY_LIMIT_BYTES) return undefined;
		chunks.push(chunk);
	}
	return replay(incoming, Buffer.concat(chunks));
}

function replay(incoming: IncomingMessage, body: Buffer): IncomingMessage {
	const whole = new IncomingMessage(incoming.socket);
	const { "transfer-encoding": _, expect: __, ...headers } = incoming.headers;
	Object.assign(whole, {
		method: incoming.method,
		url: incoming.url,
		httpVersion: incoming.httpVersion,
		httpVersionMajor: incoming.httpVersionMajor,
		httpVersionMinor: incoming.httpVersionMinor,
		headers: { ...headers, "content-length": String(body.length) },
		rawHeaders: framedBy(incoming.rawHeaders, body.length),
		complete: true,
	});
	whole.push(body);
	whole.push(null);
	return whole;
}

const FRAMING: ReadonlySet<string> = new Set(["transfer-encoding", "content-length", "expect"]);

function framedBy(rawHeaders: readonly string[], length: number): string[] {
	const kept: string[] = [];
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index] ?? "";
		if (!FRAMING.has(name.toLowerCase())) kept.push(name, rawHeaders[index + 1] ?? "");
	}
	return [...kept, "Content-Length", String(length)];
}
