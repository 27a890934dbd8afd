import { Worker } from "node:worker_threads";
import { projectPath } from "@/lib/db/project-path";

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

/** PGlite on a thread of its own, spoken to in PostgreSQL's wire protocol. */
export class PgliteThread {
	readonly #options: PgliteThreadOptions;
	readonly #waiting = new Map<number, Answer>();
	#worker: Promise<Worker> | undefined;
	#nextId = 0;
	#closed = false;

	constructor(options: PgliteThreadOptions) {
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
			const worker = new Worker(/* turbopackIgnore: true */ projectPath("lib", "db", "embedded", "pglite-worker.mjs"), {
				workerData: this.#options,
				name: "embedded-postgresql",
			});
			const fail = (error: Error) => {
				this.#worker = undefined;
				reject(error);
				for (const answer of this.#waiting.values()) answer.reject(error);
				this.#waiting.clear();
			};
			worker.on("message", (message: { ready: true } | { id: number; bytes: Uint8Array }) => {
				if ("ready" in message) return resolve(worker);
				this.#waiting.get(message.id)?.resolve(message.bytes);
				this.#waiting.delete(message.id);
			});
			worker.once("error", (cause) => fail(new Error("The embedded database has stopped.", { cause })));
			worker.once("exit", () => fail(new Error("The embedded database has stopped.")));
		});
	}
}
