import { type RequestListener, Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { type PlainAnswer, PlainGets } from "@/lib/agent/http/plain-gets";

const IDLE_MS = 65_000;

/**
 * A node:http server that answers plain GET requests itself, at half of what node:http takes for one (decision 0616).
 * A connection's first request that is not plain, or arrives in parts, goes to node:http with all that follow. A
 * client sees no difference.
 */
export class PlainGetServer extends Server {
	/** Connections with plain requests alone. As these are answered at once, none is open. */
	readonly #plain = new Set<Socket>();
	readonly #answer: PlainAnswer;
	/** By which node:http takes a connection over. */
	readonly #serve: (socket: Socket) => void;

	/** @param listener of the requests that `answer` leaves */
	constructor(options: ServerOptions, listener: RequestListener, answer: PlainAnswer) {
		super({ ...options, keepAliveTimeout: IDLE_MS }, listener);
		this.#answer = answer;
		this.#serve = this.listeners("connection")[0] as (socket: Socket) => void;
		this.removeAllListeners("connection");
		this.on("connection", (socket) => this.#take(socket));
	}

	override closeIdleConnections(): void {
		super.closeIdleConnections();
		for (const socket of this.#plain) socket.end(() => socket.destroy());
	}

	override closeAllConnections(): void {
		super.closeAllConnections();
		for (const socket of this.#plain) socket.destroy();
	}

	#take(socket: Socket): void {
		const gets = new PlainGets(this.#answer, `timeout=${IDLE_MS / 1000}`);
		const listeners = {
			data: (chunk: Buffer) => {
				const { answers, rest } = gets.take(chunk);
				// A client that sends without reading must not fill the memory.
				if (answers !== "" && !socket.write(answers, "latin1")) socket.pause();
				if (rest !== null) handOver(rest);
			},
			drain: () => void socket.resume(),
			end: () => void socket.end(),
			timeout: () => void socket.destroy(),
			error: () => void socket.destroy(),
			close: () => void this.#plain.delete(socket),
		};
		const handOver = (rest: Buffer) => {
			for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
			this.#plain.delete(socket);
			socket.setTimeout(0).pause().unshift(rest);
			this.#serve.call(this, socket);
			socket.resume();
		};
		for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
		this.#plain.add(socket);
		socket.setTimeout(IDLE_MS);
	}
}
