import { once } from "node:events";
import { connect } from "node:net";
import { quantile } from "./figures";

/** The requests to send; each connection sends its share repeatedly. */
export interface Load {
	/** Such as `http://127.0.0.1:7070`, or `unix:/path` of a socket. */
	readonly url: string;
	readonly requests: readonly string[];
	/**
	 * Requests that must follow one another on a connection (activate, deactivate, …), instead of
	 * `requests`.
	 */
	readonly sequences?: readonly (readonly string[])[];
	/** Of the requests; `latin1` for bodies of bytes. */
	readonly encoding?: "latin1";
	readonly connections: number;
	readonly milliseconds: number;
}

/** The result of a load. */
export interface Measured {
	readonly requests: number;
	/** Answers with a status other than 200. */
	readonly refused: number;
	readonly perSecond: number;
	/** Milliseconds of each request, ascending. */
	readonly latencies: readonly number[];
	readonly p99: number;
}

/**
 * Sends requests for a while over plain sockets, one at a time per connection, so that the client
 * costs little.
 */
export async function generateLoad(load: Load): Promise<Measured> {
	const { protocol, hostname, port, pathname } = new URL(load.url);
	const address = protocol === "unix:" ? { path: pathname } : { host: hostname, port: Number(port) };
	const latencies: number[] = [];
	let refused = 0;
	const startedAt = performance.now();
	const until = startedAt + load.milliseconds;
	const drive = async (own: readonly Buffer[]) => {
		const socket = connect(address).setNoDelay();
		await once(socket, "connect");
		let sentAt = 0;
		let sent = 0;
		let missing = -1;
		const send = () => {
			sentAt = performance.now();
			socket.write(own[sent++ % own.length] as Buffer);
		};
		socket.on("data", (chunk: Buffer) => {
			if (missing === -1) {
				const head = chunk.toString("latin1", 0, chunk.indexOf("\r\n\r\n"));
				if (!head.startsWith("HTTP/1.1 200")) refused += 1;
				missing = head.length + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
			}
			missing -= chunk.length;
			if (missing > 0) return;
			missing = -1;
			const now = performance.now();
			latencies.push(now - sentAt);
			// Finishes the sequence, so that the next round starts from the same state.
			if (now < until || (load.sequences !== undefined && sent % own.length !== 0)) send();
			else socket.destroy();
		});
		send();
		await once(socket, "close");
	};
	await Promise.all(lots(load).map(drive));
	const perSecond = (latencies.length * 1_000) / (performance.now() - startedAt);
	latencies.sort((a, b) => a - b);
	return { requests: latencies.length, refused, perSecond, latencies, p99: quantile(latencies, 0.99) };
}

/** Each connection sends all requests, from a different start, or its own sequence. */
function lots({ requests, sequences, connections, encoding }: Load): Buffer[][] {
	const buffersOf = (texts: readonly string[]) => texts.map((text) => Buffer.from(text, encoding ?? "utf8"));
	if (sequences !== undefined) return sequences.slice(0, connections).map(buffersOf);
	const buffers = buffersOf(requests);
	return Array.from({ length: connections }, (_, own) => {
		const first = Math.floor((own * buffers.length) / connections);
		return [...buffers.slice(first), ...buffers.slice(0, first)];
	});
}

/** A GET request in HTTP/1.1, as from a program on this machine: others must use TLS. */
export function getRequest(path: string): string {
	return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
}

/** A POST request with bytes, for a load in latin1. */
export function postBytes(path: string, type: string, body: Buffer): string {
	const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}`;
	return `${head}\r\n\r\n${body.toString("latin1")}`;
}

/** A POST request with a form, or with JSON. */
export function postRequest(path: string, body: URLSearchParams | object): string {
	const isForm = body instanceof URLSearchParams;
	const text = isForm ? body.toString() : JSON.stringify(body);
	const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
	return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
