import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** An answer as received. */
export interface RawAnswer {
	readonly status: number;
	/** Names in lower case; repeated ones joined by ", ". */
	readonly headers: Readonly<Record<string, string>>;
	/** As sent, chunk framing included. */
	readonly body: string;
}

/** Connects to a port of this machine. */
export async function openSocket(port: number): Promise<Socket> {
	const socket = connect({ port, host: "127.0.0.1", noDelay: true });
	// Servers cut connections in these tests; only the received text matters.
	socket.on("error", () => undefined);
	await once(socket, "connect");
	return socket;
}

/** Reads until the text satisfies the test or the peer ends; returns the text. */
export async function readUntil(socket: Socket, isEnough: (text: string) => boolean): Promise<string> {
	let text = "";
	for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		text += chunk.toString("latin1");
		if (isEnough(text)) break;
	}
	return text;
}

/**
 * Sends bytes that no client library sends, given as Latin-1 text, and reads until the connection
 * ends: include `Connection: close`.
 */
export async function sendRaw(port: number, request: string): Promise<RawAnswer> {
	const socket = await openSocket(port);
	socket.write(request, "latin1");
	const text = await readUntil(socket, () => false);
	socket.destroy();
	return parseAnswer(text);
}

/** Sends a GET of exactly this target, or another method. */
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
