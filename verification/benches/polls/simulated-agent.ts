import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";

/** What real agents do, see lib/agent/timing.ts. */
const WAIT_SECONDS = 25;
const REPORT_MS = 10_000;
const TIMEOUT_MS = 10_000;
const PAUSE_PER_REPORT = 4;
const COALESCE_MS = 100;
const IDLE_MS = 4_000;

interface Desired {
	readonly response: { readonly data: readonly { deployment_id: string; digest: string; size: number }[] };
}

/**
 * An agent that says what a real one says, over the connections that a real one has, and loads
 * nothing: a poll that waits for the next change, and reports, each on a connection that is closed
 * when it has been idle for a while.
 */
export class SimulatedAgent {
	/** When the newest desired state arrived, in milliseconds since 1970. */
	changedAt = 0;
	reports = 0;
	refused = 0;
	readonly #at: URL;
	readonly #key: string;
	readonly #name: string;
	readonly #from: string;
	readonly #run = randomUUID();
	#etag = "";
	#loaded: Desired["response"]["data"] = [];
	#reporting: NodeJS.Timeout | undefined;
	#isReporting = false;
	/** Whether something changed that was not reported. */
	#isNews = false;

	/** @param from local address, as one has ports for 28,000 connections */
	constructor(at: URL, key: string, name: string, from: string) {
		this.#at = at;
		this.#key = key;
		this.#name = name;
		this.#from = from;
	}

	get isFollowing(): boolean {
		return this.#etag !== "";
	}

	start(): void {
		this.#follow();
		this.#reportIn(Math.random() * REPORT_MS);
	}

	#follow(): void {
		const socket = this.#open((head, body) => {
			if (head.startsWith("HTTP/1.1 200")) this.#take(head, body);
			else if (!head.startsWith("HTTP/1.1 304")) {
				socket.destroy();
				return;
			}
			this.#ask(socket);
		});
		socket.once("close", () => {
			this.refused += 1;
			setTimeout(() => this.#follow(), 500 + Math.random() * 500);
		});
		this.#ask(socket);
	}

	#ask(socket: Socket): void {
		const known = this.#etag === "" ? "" : `If-None-Match: ${this.#etag}\r\n`;
		const path = this.#etag === "" ? "/api/agent/deployments" : `/api/agent/deployments?wait=${WAIT_SECONDS}`;
		socket.write(`GET ${path} HTTP/1.1\r\n${this.#headers()}${known}\r\n`);
	}

	#take(head: string, body: string): void {
		this.changedAt = Date.now();
		this.#etag = /^etag: (.+)$/im.exec(head)?.[1]?.trim() ?? "";
		this.#loaded = (JSON.parse(body) as Desired).response.data;
		this.#isNews = true;
		if (!this.#isReporting) this.#reportIn(COALESCE_MS);
	}

	#report(): void {
		const body = JSON.stringify({
			instance_id: this.#name,
			version: "1.0.0",
			tags: [],
			memory_used: this.#loaded.reduce((sum, { size }) => sum + size, 0),
			memory_limit: 4_000_000_000,
			deployments: this.#loaded.map(({ deployment_id, digest }) => ({
				deployment_id,
				digest,
				state: "loaded",
				error: null,
			})),
			matches: { run_id: this.#run, number: this.reports, counts: [] },
		});
		const began = performance.now();
		let isOver = false;
		this.#isReporting = true;
		this.#isNews = false;
		const end = (isTaken: boolean) => {
			if (isOver) return;
			isOver = true;
			this.#isReporting = false;
			clearTimeout(timeout);
			if (!isTaken) this.refused += 1;
			// What a real one does, see lib/agent/reporter.ts.
			const pause = Math.max(COALESCE_MS, PAUSE_PER_REPORT * (performance.now() - began));
			this.#reportIn(isTaken && this.#isNews ? Math.min(pause, REPORT_MS) : REPORT_MS);
		};
		const socket = this.#open((head) => {
			this.reports += 1;
			setTimeout(() => socket.destroy(), IDLE_MS);
			end(head.startsWith("HTTP/1.1 200"));
		});
		const timeout = setTimeout(() => socket.destroy(), TIMEOUT_MS);
		socket.once("close", () => end(false));
		socket.write(
			`POST /api/agent/report HTTP/1.1\r\n${this.#headers()}Content-Type: application/json\r\n` +
				`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
		);
	}

	#reportIn(milliseconds: number): void {
		clearTimeout(this.#reporting);
		this.#reporting = setTimeout(() => this.#report(), milliseconds);
	}

	#headers(): string {
		return `Host: ${this.#at.host}\r\nAuthorization: Bearer ${this.#key}\r\n`;
	}

	#open(answered: (head: string, body: string) => void): Socket {
		const { hostname: host, port } = this.#at;
		const socket = connect({ host, port: Number(port), localAddress: this.#from }).setNoDelay();
		let text = "";
		// Counted when it closes.
		socket.on("error", () => undefined);
		socket.setEncoding("latin1").on("data", (piece: string) => {
			text += piece;
			const end = text.indexOf("\r\n\r\n");
			if (end === -1) return;
			const head = text.slice(0, end);
			const whole = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
			if (text.length < whole) return;
			const body = text.slice(end + 4, whole);
			text = text.slice(whole);
			answered(head, body);
		});
		return socket;
	}
}
