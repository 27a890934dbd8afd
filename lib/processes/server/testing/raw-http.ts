import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. */
export interface RawAnswer {
	readonly status: number;
	/** Names in lower case; repeated ones joined by ", ". */
	readonly headers: Readonly<Record<string, string>>;
	/** As sent, chunk framing included. */
	readonly body: string;
}

/** A socket to a port of this machine, connected. */
export async function openSocket(port: number): Promise<Socket> {
	const socket = connect({ port, host: "127.0.0.1", noDelay: true });
	// Servers cut connections in these tests; what was read until then is what counts.
	socket.on("error", () => undefined);
	await once(socket, "connect");
	return socket;
}

/** Reads until the text so far satisfies the test, or the other side ends; gives the text. */
export async function readUntil(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
	let text = "";
	for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		text += chunk.toString("latin1");
		if (isEnough(text)) break;
	}
	return text;
}

/**
 * Sends bytes that no client library would send, and reads the answer up to the end of the connection: say
 * `Connection: close`. Takes the request as Latin-1 text.
 */
export async function sendRaw(port: number, request: string): Promise<RawAnswer> {
	const socket = await openSocket(port);
	socket.write(request, "latin1");
	const text = await readUntil(socket, () => false);
	socket.destroy();
	return parseAnswer(text);
}

/** A GET of exactly this target, or another method. */
export function getRaw(port: number, target: string, method = "GET", headers = ""): Promise<RawAnswer> {
	return sendRaw(port, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`);
}

export function parseAnswer(text: string): RawAnswer {
	const end = text.indexOf("\r\n\r\n");
	const [statusLine = "", ...lines] = text.slice(0, end < 0 ? undefined : end).split("\r\n");
	const headers: Record<string, string> = {};
	for (const line of lines) {
		const colon = line.indexOf(":");
		const name = line.slice(0, colon).toLowerCase();
		const value = line.slice(colon + 1).trim();
		headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
	}
	return { status: Number(statusLine.split(" ")[1] ?? 0), headers, body: end < 0 ? "" : text.slice(end + 4) };
}
