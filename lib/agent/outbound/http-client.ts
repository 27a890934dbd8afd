import * as http from "node:http";
import type { Duplex } from "node:stream";
import { authorityOf, openConnection, proxyHeaders, type Route, refusalOf } from "@/lib/agent/outbound/connect";

/** Shorter than servers and proxies keep a connection, so that none is used as they close it. */
const IDLE_MS = 4_000;

export interface OutgoingRequest {
	readonly method?: "GET" | "POST";
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: Buffer;
	/** Ends the request, and the body of its response; either then fails with the signal's reason. */
	readonly signal: AbortSignal;
}

/** A response whose body is still to be read, or to be destroyed. */
export type IncomingResponse = http.IncomingMessage & { readonly statusCode: number };

/** Requests to one server over connections that are kept, along its route. */
export class HttpClient {
	readonly #server: URL;
	readonly #route: Route;
	readonly #connections: Connections;

	constructor(server: string, route: Route) {
		this.#server = new URL(server);
		this.#route = route;
		this.#connections = new Connections(this.#server, route);
	}

	/**
	 * @param path of the server, with its query
	 * @throws ConnectionError when the server was not reached, or the proxy refuses
	 */
	async request(path: string, { method = "GET", headers, body, signal }: OutgoingRequest): Promise<IncomingResponse> {
		const { proxy } = this.#route;
		const isForwarded = proxy !== null && this.#server.protocol === "http:";
		const response = await exchange(
			{
				agent: this.#connections,
				method,
				path: isForwarded ? `${this.#server.origin}${path}` : path,
				headers: { ...headers, host: this.#server.host, ...(isForwarded ? proxyHeaders(proxy) : {}) },
			},
			body,
			signal,
		);
		// Only a proxy answers so; a tunnel has been refused before.
		if (isForwarded && response.statusCode === 407) {
			response.destroy();
			throw refusalOf(proxy, authorityOf(this.#server), 407, "");
		}
		return response;
	}

	/** Closes all connections, also those in use. */
	close(): void {
		this.#connections.destroy();
	}
}

/** The route decides every connection, whatever address the request names. */
class Connections extends http.Agent {
	readonly #url: URL;
	readonly #route: Route;

	constructor(url: URL, route: Route) {
		super({ keepAlive: true, timeout: IDLE_MS });
		this.#url = url;
		this.#route = route;
	}

	override createConnection(
		_: http.ClientRequestArgs,
		callback: (error: Error | null, stream: Duplex) => void,
	): undefined {
		openConnection(this.#url, this.#route).then(
			(socket) => callback(null, socket),
			// Node.js reads no stream beside an error.
			(error: Error) => callback(error, undefined as never),
		);
	}
}

function exchange(
	options: http.RequestOptions,
	body: Buffer | undefined,
	signal: AbortSignal,
): Promise<IncomingResponse> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		const request = http.request(options);
		let response: http.IncomingMessage | undefined;
		const abort = () => {
			// The response first: else it would fail with the closed connection and not with the reason.
			response?.destroy(signal.reason);
			request.destroy(signal.reason);
		};
		signal.addEventListener("abort", abort, { once: true });
		request.once("close", () => signal.removeEventListener("abort", abort));
		request.on("error", reject);
		request.once("response", (incoming) => {
			response = incoming;
			resolve(incoming as IncomingResponse);
		});
		request.end(body);
	});
}
