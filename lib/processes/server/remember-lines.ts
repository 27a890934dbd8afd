import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** Method and path of a request as they were sent; empty where none arrived. */
interface RequestLine {
	readonly method: string;
	readonly path: string;
}

/** Enough to determine the family of the path. */
const BEGINNING_BYTES = 256;

interface Connection {
	/** First bytes of the request whose headers are arriving. */
	beginning: string;
	/** The last request with complete headers. */
	request: IncomingMessage | undefined;
}

/**
 * Remembers the first bytes of the incoming request on each connection. For an unreadable request
 * node:http provides only the last chunk, and nothing after a timeout.
 * @returns a function that gives the line of a connection's unreadable request
 */
export function rememberLines(server: Server): (socket: Socket) => RequestLine {
	const connections = new WeakMap<Socket, Connection>();
	server.on("setSecureContext" in server ? "secureConnection" : "connection", (socket: Socket) => {
		const connection: Connection = { beginning: "", request: undefined };
		connections.set(socket, connection);
		// Runs before node:http parses the chunk.
		socket.prependListener("data", (chunk: Buffer) => {
			const missing = BEGINNING_BYTES - connection.beginning.length;
			if (missing > 0 && isOver(connection.request)) connection.beginning += chunk.toString("latin1", 0, missing);
		});
	});
	server.prependListener("request", (request: IncomingMessage) => {
		const connection = connections.get(request.socket);
		if (connection === undefined) return;
		connection.request = request;
		connection.beginning = "";
	});
	return (socket) => {
		const { beginning = "", request } = connections.get(socket) ?? {};
		if (beginning === "") return { method: request?.method ?? "", path: request?.url ?? "" };
		const [method = "", path = ""] = beginning.split(" ", 2);
		return { method, path };
	};
}

/** Whether a request is complete with its body, so that the next bytes belong to another. */
function isOver(request: IncomingMessage | undefined): boolean {
	return request === undefined || request.complete;
}
