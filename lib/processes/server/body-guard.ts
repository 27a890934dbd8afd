import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { ApiFamily } from "@/lib/http/routes/api-family";
import { BODY_LIMIT_BYTES } from "@/lib/http/routes/read-body";
import { hasBody } from "@/lib/processes/server/has-body";
import { type Refusal, refuse } from "@/lib/processes/server/refuse";

/** How long a sender may go on after the answer is out, so that it gets to read it. */
const LINGER_MS = 1_000;
/** A sender may pause for so long before its request is given up. */
const SILENT_MS = 60_000;

const TIMED_OUT: Refusal = {
	status: 408,
	errorType: "InvalidArgument",
	message: `the body did not go on for ${SILENT_MS / 1_000} seconds: nothing was changed`,
};

/**
 * Protects the server from senders without end. Node's own bound on the length of a whole request is off, as an import
 * may take as long as it takes; instead a sender that is waited for and stays silent gets a 408, and one that still sends
 * a second after its answer is cut.
 * @param family of the request's path, for the envelope of the 408
 * @param silentMs shorter in tests alone
 */
export function guardBody(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	family: ApiFamily | undefined,
	silentMs = SILENT_MS,
): void {
	const { socket } = incoming;
	// What node:http calls on a connection that is not kept, as soon as the answer is out; cut at once, a body that still comes would take
	// the answer with it.
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
		// A reader that has had enough would hold the rest up.
		incoming.removeAllListeners("data").removeAllListeners("readable").resume();
		const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
		incoming.once("end", () => clearTimeout(cut));
	});
}

/** Whether the sender waits for a word before it sends the body; node:http leaves that word to the server's `checkContinue`. */
function expectsContinue({ headers, httpVersion }: IncomingMessage): boolean {
	return httpVersion !== "1.0" && headers.expect?.toLowerCase() === "100-continue";
}

/** Calls back when somebody begins to read a body: what is refused without it is not waited for. */
function onFirstRead(incoming: IncomingMessage, begin: () => void): void {
	const read = incoming._read;
	incoming._read = (size) => {
		incoming._read = read;
		begin();
		incoming._read(size);
	};
}

/** Watches a body that is read; a reader that does not keep up is not the sender's silence. */
function watchSilence(incoming: IncomingMessage, silentMs: number, onSilence: () => void): NodeJS.Timeout {
	const { socket } = incoming;
	let seen = socket.bytesRead;
	let since = performance.now();
	return setInterval(() => {
		if (incoming.complete || incoming.readableLength > 0 || socket.bytesRead !== seen) {
			seen = socket.bytesRead;
			since = performance.now();
		} else if (performance.now() - since >= silentMs) {
			since = Number.POSITIVE_INFINITY;
			onSilence();
		}
	}, silentMs / 12).unref();
}

/** Ends a body for its reader, so that what still comes changes nothing; the connection lives on for the answer. */
function endBody(incoming: IncomingMessage): void {
	incoming.on("error", () => undefined);
	incoming._destroy = (error, done) => done(error);
	incoming.destroy(new Error(TIMED_OUT.message));
}

/**
 * Bounds the body of a request that Next will serve, which knows no bound of its own: it is read here, within the bound,
 * and handed on as one of known length.
 * Gives the request to hand on, or undefined when the body is too large.
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
