import { IncomingMessage, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { BODY_LIMIT_BYTES } from "@/lib/http/routes/read-body";

/** How long a sender may go on after the answer is out, so that it gets to read it. */
const LINGER_MS = 1_000;
/** A body must bring this many bytes in every interval for as long as the server is ready to take more. */
const MIN_BYTES_PER_INTERVAL = 5_000;
const INTERVAL_MS = 10_000;

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
	return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Protects the server from senders without end. Node's own bound on the length of a whole request is off, as an import
 * may take as long as it takes; instead a body that trickles while nobody holds it up is cut, and so is one that still
 * comes a second after its answer.
 */
export function guardBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
	const { socket } = incoming;
	// What node:http calls on a connection that is not kept, as soon as the answer is out; cut at once, a body that still comes would take
	// the answer with it.
	socket.destroySoon = () => {
		if (incoming.complete) return Socket.prototype.destroySoon.call(socket);
		socket.end();
		incoming.once("end", () => socket.destroySoon());
	};
	let seen = socket.bytesRead;
	const watch = setInterval(() => {
		const arrived = socket.bytesRead - seen;
		seen = socket.bytesRead;
		const waitingForSender = !incoming.complete && incoming.readableLength === 0;
		if (waitingForSender && arrived < MIN_BYTES_PER_INTERVAL) socket.destroy();
	}, INTERVAL_MS).unref();
	outgoing.once("close", () => clearInterval(watch));
	outgoing.once("finish", () => {
		if (incoming.complete) return;
		incoming.resume();
		const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
		incoming.once("end", () => clearTimeout(cut));
	});
}

/**
 * Bounds the body of a request that Next will serve, which knows no bound of its own: a declared length is compared, a
 * chunked body is read here, within the bound, and handed on as one of known length.
 * Gives the request to hand on, or undefined when the body is too large.
 */
export async function boundedRequest(incoming: IncomingMessage): Promise<IncomingMessage | undefined> {
	if (incoming.headers["transfer-encoding"] === undefined) {
		return Number(incoming.headers["content-length"] ?? 0) > BODY_LIMIT_BYTES ? undefined : incoming;
	}
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
	const { "transfer-encoding": _, ...headers } = incoming.headers;
	Object.assign(whole, {
		method: incoming.method,
		url: incoming.url,
		httpVersion: incoming.httpVersion,
		httpVersionMajor: incoming.httpVersionMajor,
		httpVersionMinor: incoming.httpVersionMinor,
		headers: { ...headers, "content-length": String(body.length) },
		rawHeaders: withoutTransferEncoding(incoming.rawHeaders, body.length),
		complete: true,
	});
	whole.push(body);
	whole.push(null);
	return whole;
}

function withoutTransferEncoding(rawHeaders: readonly string[], length: number): string[] {
	const kept: string[] = [];
	for (let index = 0; index < rawHeaders.length; index += 2) {
		const name = rawHeaders[index] ?? "";
		if (name.toLowerCase() !== "transfer-encoding") kept.push(name, rawHeaders[index + 1] ?? "");
	}
	return [...kept, "Content-Length", String(length)];
}
