import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { HANG_MS } from "@/lib/tools/testing/hang.mjs";

/** A request that may be repeated: it reads, or has an `Idempotency-Key`. */
export interface Call {
	readonly method: "GET" | "POST" | "PUT" | "PATCH";
	readonly path: string;
	readonly headers: Record<string, string>;
	readonly body?: string;
}

export interface Reply {
	readonly status: number;
	readonly text: string;
	/** Address of the process that answered. */
	readonly from: string;
}

const ASK_EVERY_MS = 100;
const PAUSE_MS = 100;
const UNAVAILABLE = 503;

/**
 * Sends requests to the processes that are ready, in turn, over kept connections. A request whose
 * connection ends before its answer is sent again, to the next process, as HTTP allows for what may
 * be repeated (RFC 9110, 9.2.2); so is one that is answered 503, which says when to come again.
 */
export class Balancer {
	/**
	 * Answered requests, and those sent again: without a ready process or a connection, cut before
	 * the answer, or answered 503.
	 */
	readonly counts = { answered: 0, refused: 0, cut: 0, unavailable: 0 };
	/** The longest time that one attempt took. */
	longestMs = 0;
	readonly #agent = new Agent({ keepAlive: true });
	readonly #known = new Set<string>();
	#ready: string[] = [];
	#turn = 0;
	#timer: NodeJS.Timeout | undefined;

	/** Takes a process in once it is ready. */
	add(url: string): void {
		this.#known.add(url);
		this.#timer ??= setInterval(() => void this.#look(), ASK_EVERY_MS);
	}

	remove(url: string): void {
		this.#known.delete(url);
	}

	/** @throws Error when no process has answered for minutes */
	async send(call: Call): Promise<Reply> {
		const since = performance.now();
		for (;;) {
			const outcome = await this.#attempt(call);
			if (typeof outcome === "object") {
				this.counts.answered += 1;
				return outcome;
			}
			if (performance.now() - since > HANG_MS) {
				throw new Error(`${call.method} ${call.path.split("?")[0]} is ${outcome} for ${HANG_MS / 60_000} minutes`);
			}
			this.counts[outcome] += 1;
			if (outcome !== "cut") await delay(PAUSE_MS);
		}
	}

	async #attempt(call: Call): Promise<Reply | "refused" | "cut" | "unavailable"> {
		const url = this.#next();
		if (url === undefined) return "refused";
		const since = performance.now();
		try {
			const reply = await this.#sendTo(url, call);
			return reply.status === UNAVAILABLE ? "unavailable" : reply;
		} catch (error) {
			return (error as NodeJS.ErrnoException).code === "ECONNREFUSED" ? "refused" : "cut";
		} finally {
			this.longestMs = Math.max(this.longestMs, performance.now() - since);
		}
	}

	close(): void {
		clearInterval(this.#timer);
		this.#agent.destroy();
	}

	#next(): string | undefined {
		this.#turn += 1;
		return this.#ready[this.#turn % Math.max(1, this.#ready.length)];
	}

	async #look(): Promise<void> {
		const asked = [...this.#known].map(async (url) => {
			const reply = await this.#sendTo(url, { method: "GET", path: "/api/ready", headers: {} }).catch(() => null);
			return reply?.status === 200 ? [url] : [];
		});
		this.#ready = (await Promise.all(asked)).flat();
	}

	async #sendTo(url: string, { method, path, headers, body }: Call): Promise<Reply> {
		const response = await new Promise<IncomingMessage>((resolve, reject) => {
			request(new URL(path, url), { method, headers, agent: this.#agent }, resolve).on("error", reject).end(body);
		});
		const parts: Buffer[] = [];
		for await (const part of response) parts.push(part as Buffer);
		return { status: response.statusCode ?? 0, text: Buffer.concat(parts).toString("utf8"), from: url };
	}
}
