import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as a receiver got it. */
export interface Received {
	readonly method: string;
	readonly path: string;
	readonly headers: Record<string, string>;
	readonly body: string;
}

/** A receiver of webhooks on this machine, started by a test. */
export interface Receiver {
	readonly url: string;
	readonly port: number;
	readonly received: Received[];
	/** What the next requests are answered; 204 by default. */
	answer: (response: ServerResponse, received: Received) => void;
	stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		const one = {
			method: request.method ?? "",
			path: request.url ?? "",
			headers: flat(request.headers),
			body: await textOf(request),
		};
		received.push(one);
		receiver.answer(response, one);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	const receiver: Receiver = {
		url: `http://127.0.0.1:${port}`,
		port,
		received,
		answer: (response) => void response.writeHead(204).end(),
		stop: () => {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			return closed;
		},
	};
	return receiver;
}

/** Answers with a status and headers. */
export const answering =
	(status: number, headers: Record<string, string> = {}, body = "") =>
	(response: ServerResponse): void =>
		void response.writeHead(status, headers).end(body);

async function textOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part);
	return Buffer.concat(parts).toString("utf8");
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
