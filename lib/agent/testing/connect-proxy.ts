import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { listen } from "@/lib/agent/http/listen";
import type { Certificate } from "@/lib/agent/testing/certificates";

/**
 * A forward proxy on a real port: tunnels by CONNECT, and passes on requests that name an `http:`
 * address. Every host name is this machine.
 */
export class ConnectProxy {
	/** Without credentials. */
	url = "";
	/** Host and port of each requested tunnel. */
	readonly tunnels: string[] = [];
	/** Addresses of requests that were passed on. */
	readonly forwarded: string[] = [];
	/** `user:password` that is required; null for none. */
	credentials: string | null = null;
	/** Status that every request gets; null to serve. */
	refuseWith: number | null = null;
	/** Takes requests and never answers. */
	isSilent = false;
	readonly #server: Server;
	readonly #sockets = new Set<Duplex>();

	private constructor(certificate: Certificate | undefined) {
		this.#server = certificate === undefined ? createServer() : createTlsServer(certificate);
		this.#server.on("connect", (asked, socket) => this.#tunnel(asked, socket));
		this.#server.on("request", (asked, answer) => this.#forward(asked, answer));
		this.#server.on("connection", (socket: Socket) => this.#keep(socket));
	}

	/** @param certificate of a proxy that is itself reached by TLS */
	static async start(certificate?: Certificate): Promise<ConnectProxy> {
		const proxy = new ConnectProxy(certificate);
		const url = await listen(proxy.#server, "127.0.0.1", 0);
		proxy.url = certificate === undefined ? url : url.replace("http:", "https:");
		return proxy;
	}

	/** Cuts every connection. */
	cut(): void {
		for (const socket of this.#sockets) socket.destroy();
	}

	async stop(): Promise<void> {
		const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
		this.cut();
		await closed;
	}

	#keep(socket: Duplex): void {
		this.#sockets.add(socket);
		socket.on("error", () => socket.destroy());
		socket.once("close", () => this.#sockets.delete(socket));
	}

	/** The status of a refusal, or null. */
	#refusal({ headers }: IncomingMessage): number | null {
		const expected = this.credentials && `Basic ${Buffer.from(this.credentials).toString("base64")}`;
		if (expected !== null && headers["proxy-authorization"] !== expected) return 407;
		return this.refuseWith;
	}

	#tunnel(asked: IncomingMessage, socket: Duplex): void {
		this.#keep(socket);
		const authority = asked.url ?? "";
		this.tunnels.push(authority);
		if (this.isSilent) return;
		const status = this.#refusal(asked);
		if (status !== null) {
			socket.end(`HTTP/1.1 ${status} Not Here\r\nContent-Length: 0\r\n\r\n`);
			return;
		}
		const upstream = connect(Number(authority.split(":").at(-1)), "127.0.0.1");
		this.#keep(upstream);
		upstream.once("connect", () => socket.write("HTTP/1.1 200 Connection established\r\n\r\n"));
		upstream.once("close", () => socket.destroy());
		socket.once("close", () => upstream.destroy());
		socket.pipe(upstream).pipe(socket);
	}

	#forward(asked: IncomingMessage, answer: ServerResponse): void {
		const url = new URL(asked.url ?? "");
		this.forwarded.push(url.href);
		const status = this.#refusal(asked);
		if (status !== null) {
			answer.writeHead(status).end();
			return;
		}
		const { "proxy-authorization": _, ...headers } = asked.headers;
		const options = {
			host: "127.0.0.1",
			port: url.port,
			method: asked.method,
			path: url.pathname + url.search,
			headers,
		};
		const upstream = request(options, (response) => {
			answer.writeHead(response.statusCode ?? 502, response.headers);
			response.pipe(answer);
		});
		upstream.once("error", () => answer.destroy());
		answer.once("close", () => upstream.destroy());
		asked.pipe(upstream);
	}
}
