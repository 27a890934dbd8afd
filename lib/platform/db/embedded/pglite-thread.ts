import { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import { projectPath } from "@/lib/platform/project-path";

/** The files of the embedded PostgreSQL, and whether a commit waits for the disk. */
export interface PgliteThreadOptions {
	/** The database's directory, created if missing; null for one in memory. */
	directory: string | null;
	/** Wait for the disk at commit. False only in tests. */
	durable: boolean;
	/** Path of an archive from `dump` that a database in memory starts from. */
	snapshot?: string;
}

interface Answer {
	resolve: (bytes: Uint8Array) => void;
	reject: (error: Error) => void;
}

/** Messages of the thread, see serve-pglite.mjs. */
type Message = { ready: true } | { lastWords: string } | { id: number; bytes: Uint8Array };

/** The part of a worker that PGlite is used by. */
export interface MessageWorker extends Pick<EventEmitter, "on" | "once"> {
	postMessage(message: object, transfer: readonly ArrayBuffer[]): void;
}

type StartWorker = (options: PgliteThreadOptions) => MessageWorker;

const startThread: StartWorker = (options) =>
	new Worker(/* turbopackIgnore: true */ projectPath("lib", "platform", "db", "embedded", "pglite-worker.mjs"), {
		workerData: options,
		name: "embedded-postgresql",
	});

/**
 * Runs PGlite on its own thread, with PostgreSQL's wire protocol. Emits `ended` when the thread
 * dies unexpectedly.
 */
export class PgliteThread extends EventEmitter<{ ended: [Error] }> {
	readonly #options: PgliteThreadOptions;
	readonly #startWorker: StartWorker;
	readonly #waiting = new Map<number, Answer>();
	#worker: Promise<MessageWorker> | undefined;
	#nextId = 0;
	#closed = false;

	constructor(options: PgliteThreadOptions, startWorker: StartWorker = startThread) {
		super();
		this.#options = options;
		this.#startWorker = startWorker;
	}

	/** Starts the thread, also after it has died: PostgreSQL then recovers from its log. */
	start(): Promise<void> {
		if (this.#closed) return Promise.reject(new Error("the embedded database is closed"));
		this.#worker ??= this.#launch();
		return this.#worker.then(() => undefined);
	}

	/** Resets the one session for a new connection. */
	reset(): Promise<Uint8Array> {
		return this.#ask({ kind: "reset" });
	}

	/** Sends complete protocol messages and gives the bytes of PostgreSQL's answer. */
	query(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
		return this.#ask({ kind: "query", bytes }, [bytes.buffer]);
	}

	/** Gives an archive of the database's files. */
	dump(): Promise<Uint8Array> {
		return this.#ask({ kind: "dump" });
	}

	/** Shuts the database down after running queries have ended. */
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
		if (!worker) throw new Error("the embedded database is not running");
		return new Promise((resolve, reject) => {
			const id = this.#nextId++;
			this.#waiting.set(id, { resolve, reject });
			worker.postMessage({ ...message, id }, transfer);
		});
	}

	#launch(): Promise<MessageWorker> {
		return new Promise((resolve, reject) => {
			const worker = this.#startWorker(this.#options);
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
				const error = new Error(`the embedded database ${what}${lastWords === "" ? "" : `: ${lastWords}`}`, { cause });
				reject(error);
				for (const answer of this.#waiting.values()) answer.reject(error);
				this.#waiting.clear();
				if (!this.#closed) this.emit("ended", error);
			});
		});
	}
}
