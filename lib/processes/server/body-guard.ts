import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ApiFamily } from "@/lib/http/routes/api-family";
import { BODY_LIMIT_BYTES } from "@/lib/http/routes/read-body";
import { hasBody } from "@/lib/processes/server/has-body";
import { type Refusal, refuse } from "@/lib/processes/server/refuse";

/** How long a sender may continue after the answer, so that it can read the answer. */
const LINGER_MS = 1_000;
/** How long a sender may be silent before the 408. */
const SILENT_MS = 60_000;

const TIMED_OUT: Refusal = {
	status: 408,
	errorType: "InvalidArgument",
	message: `the body did not go on for ${SILENT_MS / 1_000} seconds: nothing was changed`,
};

/**
 * Limits senders of endless bodies. Node's limit on the duration of a request is off, because
 * imports may take long. Instead, a sender that falls silent while its body is read gets a 408, and
 * one that still sends a second after its answer is disconnected.
 * @param family of the request's path, for the envelope of the 408
 * @param silentMs shorter in tests only
 */
export function guardBody(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	family: ApiFamily | undefined,
	silentMs = SILENT_MS,
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
		watch = watchSilence(incoming, silentMs, () => {
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

/** Calls back at the first read; a body that nobody reads is not waited for. */
function onFirstRead(incoming: IncomingMessage, begin: () => void): void {
	const read = incoming._read;
	incoming._read = (size) => {
		incoming._read = read;
		begin();
		incoming._read(size);
	};
}

/** Watches the sender of a body; a slow reader does not count as silence. */
function watchSilence(incoming: IncomingMessage, silentMs: number, onSilence: () => void): NodeJS.Timeout {
	const { socket } = incoming;
	let received = socket.bytesRead;
	let since = performance.now();
	return setInterval(() => {
		if (incoming.complete || incoming.readableLength > 0 || socket.bytesRead !== received) {
			received = socket.bytesRead;
			since = performance.now();
		} else if (performance.now() - since >= silentMs) {
			since = Number.POSITIVE_INFINITY;
			onSilence();
		}
	}, silentMs / 12).unref();
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
