import { once } from "node:events";
import { connect } from "node:net";

/** The requests to send; each connection sends its share repeatedly. */
export interface Load {
	readonly url: string;
	readonly requests: readonly string[];
	/**
	 * Requests that must follow one another on a connection (activate, deactivate, …), instead of
	 * `requests`.
	 */
	readonly sequences?: readonly (readonly string[])[];
	readonly connections: number;
	readonly milliseconds: number;
}

/** The result of a load. */
export interface Measured {
	readonly requests: number;
	/** Answers with a status other than 200. */
	readonly refused: number;
	readonly milliseconds: number;
	/** Milliseconds of each request, ascending. */
	readonly latencies: readonly number[];
}

/**
 * Sends requests for a while over plain sockets, one at a time per connection, so that the client
 * costs little.
 */
export async function generateLoad(load: Load): Promise<Measured> {
	const { hostname, port } = new URL(load.url);
	const latencies: number[] = [];
	let refused = 0;
	const startedAt = performance.now();
	const until = startedAt + load.milliseconds;
	const drive = async (own: readonly Buffer[]) => {
		const socket = connect(Number(port), hostname).setNoDelay();
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
	return {
		requests: latencies.length,
		refused,
		milliseconds: performance.now() - startedAt,
		latencies: latencies.sort((a, b) => a - b),
	};
}

/** Each connection sends all requests, from a different start, or its own sequence. */
function lots({ requests, sequences, connections }: Load): Buffer[][] {
	if (sequences !== undefined)
		return sequences.slice(0, connections).map((lot) => lot.map((text) => Buffer.from(text)));
	const buffers = requests.map((text) => Buffer.from(text));
	return Array.from({ length: connections }, (_, own) => {
		const first = Math.floor((own * buffers.length) / connections);
		return [...buffers.slice(first), ...buffers.slice(0, first)];
	});
}

/** A GET request in HTTP/1.1. */
export function getRequest(path: string): string {
	return `GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`;
}

/** A POST request with a form. */
export function postRequest(path: string, form: string): string {
	return (
		`POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
		`Content-Length: ${Buffer.byteLength(form)}\r\n\r\n${form}`
	);
}
