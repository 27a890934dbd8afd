import { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import { projectPath } from "@/lib/platform/project-path";

/** Where the embedded PostgreSQL keeps its files, and whether a commit waits for the disk. */
export interface PgliteThreadOptions {
	/** Directory of the database; null for one in memory. It is created, with its database, when it does not exist. */
	directory: string | null;
	/** Wait for the disk at commit. Never false outside of tests. */
	durable: boolean;
	/** Path of an archive, as `dump` gives it, that a database in memory starts from. */
	snapshot?: string;
}

interface Answer {
	resolve: (bytes: Uint8Array) => void;
	reject: (error: Error) => void;
}

/** What the thread sends, see pglite-worker.mjs. */
type Message = { ready: true } | { lastWords: string } | { id: number; bytes: Uint8Array };

/** PGlite on a thread of its own, spoken to in PostgreSQL's wire protocol. Emits `ended` when the thread dies unasked. */
export class PgliteThread extends EventEmitter<{ ended: [Error] }> {
	readonly #options: PgliteThreadOptions;
	readonly #waiting = new Map<number, Answer>();
	#worker: Promise<Worker> | undefined;
	#nextId = 0;
	#closed = false;

	constructor(options: PgliteThreadOptions) {
		super();
		this.#options = options;
	}

	/** Starts the thread, or starts it anew after it has died: PostgreSQL then recovers from its log. */
	start(): Promise<void> {
		if (this.#closed) return Promise.reject(new Error("The embedded database is closed."));
		this.#worker ??= this.#launch();
		return this.#worker.then(() => undefined);
	}

	/** Makes the one session as good as new, for a new connection. */
	reset(): Promise<Uint8Array> {
		return this.#ask({ kind: "reset" });
	}

	/** Runs complete protocol messages and gives the bytes of PostgreSQL's answer. */
	query(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
		return this.#ask({ kind: "query", bytes }, [bytes.buffer]);
	}

	/** Gives an archive of the database's files. */
	dump(): Promise<Uint8Array> {
		return this.#ask({ kind: "dump" });
	}

	/** Shuts the database down; whatever is running is finished first. */
	async close(): Promise<void> {
		if (this.#closed) return;
		this.#closed = true;
		const worker = await this.#worker?.catch(() => undefined);
		if (!worker) return;
		const gone = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
		await this.#ask({ kind: "close" });
		await gone;
	}

	async #ask(message: object, transfer: ArrayBuffer[] = []): Promise<Uint8Array> {
		const worker = await this.#worker;
		if (!worker) throw new Error("The embedded database is not running.");
		return new Promise((resolve, reject) => {
			const id = this.#nextId++;
			this.#waiting.set(id, { resolve, reject });
			worker.postMessage({ ...message, id }, transfer);
		});
	}

	#launch(): Promise<Worker> {
		return new Promise((resolve, reject) => {
			const worker = new Worker(
				/* turbopackIgnore: true */ projectPath("lib", "platform", "db", "embedded", "pglite-worker.mjs"),
				{
					workerData: this.#options,
					name: "embedded-postgresql",
				},
			);
			let hasStarted = false;
			let lastWords = "";
			worker.on("message", (message: Message) => {
				if ("ready" in message) {
					hasStarted = true;
					return resolve(worker);
				}
				if ("lastWords" in message) {
					lastWords = message.lastWords;
					return;
				}
				this.#waiting.get(message.id)?.resolve(message.bytes);
				this.#waiting.delete(message.id);
			});
			let cause: unknown;
			worker.once("error", (error) => {
				cause = error;
			});
			// Only now may another thread open the directory.
			worker.once("exit", () => {
				this.#worker = undefined;
				const what = hasStarted ? "has stopped" : "does not start";
				const error = new Error(`The embedded database ${what}. ${lastWords}`.trim(), { cause });
				reject(error);
				for (const answer of this.#waiting.values()) answer.reject(error);
				this.#waiting.clear();
				if (!this.#closed) this.emit("ended", error);
			});
		});
	}
}
