import { once } from "node:events";
import type { Server } from "node:http";
import { Worker } from "node:worker_threads";
import type { MatchCounter } from "@/lib/agent/count-match";
import type { MonitoringRoute } from "@/lib/agent/http/routes";
import type { MonitoringAnswer } from "@/lib/agent/http/server";
import type { Logger } from "@/lib/agent/logger";
import type { SharedOptOuts } from "@/lib/agent/opt-out-loader";
import { RequestCounters } from "@/lib/agent/request-counters";
import type { ServedFile } from "@/lib/agent/snapshot";
import { descriptorOf } from "@/lib/agent/threads/share-listening";
import {
	type AnsweringThreadData,
	type FromThread,
	GONE,
	type Publication,
	type ToThread,
} from "@/lib/agent/threads/thread-messages";

/** The time after which a thread that has not taken over a publication counts as dead. */
const TAKE_MS = 30_000;

/** How long a thread may take to end after its last response. */
const END_MS = 1_000;

export interface AnsweringOptions {
	threads: number;
	/** The bundle to run, which calls `answerOnThread`. */
	script: URL;
	/** Listens already; the threads share its socket. */
	server: Server;
	monitor: (route: MonitoringRoute) => MonitoringAnswer | Promise<MonitoringAnswer>;
	log: Logger;
}

/**
 * Threads that answer lookups from one copy of the files (decision 0549). The main thread has files
 * loaded and publishes them; it answers no lookups itself.
 */
export class AnsweringThreads {
	/** Of each thread. */
	readonly counters: readonly RequestCounters[];
	/** Rejects when a thread has ended unexpectedly. */
	readonly failed: Promise<never>;
	readonly #options: AnsweringOptions;
	readonly #workers: readonly Worker[];
	readonly #taken: Int32Array<SharedArrayBuffer>;
	#fail: (error: Error) => void = () => undefined;
	#publications = 0;
	/** The published files, with their numbers. */
	#files = new Map<ServedFile, number>();
	#fileNumber = 0;
	#optOuts: readonly SharedOptOuts[] = [];
	#stopping = false;

	private constructor(options: AnsweringOptions) {
		this.#options = options;
		this.failed = new Promise((_resolve, reject) => {
			this.#fail = reject;
		});
		this.failed.catch(() => undefined);
		this.#taken = new Int32Array(new SharedArrayBuffer(options.threads * Int32Array.BYTES_PER_ELEMENT));
		const counters = Array.from({ length: options.threads }, () => RequestCounters.sharedNumbers());
		this.counters = counters.map((numbers) => new RequestCounters(numbers));
		const listening = descriptorOf(options.server);
		this.#workers = counters.map((numbers, thread) => {
			const answering = { thread, listening, counters: numbers, taken: this.#taken };
			return this.#start({ answering });
		});
	}

	/** Resolves once all threads listen. */
	static async start(options: AnsweringOptions): Promise<AnsweringThreads> {
		const threads = new AnsweringThreads(options);
		const listening = threads.#workers.map((worker) => once(worker, "message"));
		try {
			await Promise.race([Promise.all(listening), threads.failed]);
		} catch (error) {
			await Promise.all(threads.#workers.map((worker) => worker.terminate()));
			throw error;
		}
		return threads;
	}

	/**
	 * Has every thread answer from the files; when it returns, all do, and none uses others. Blocks
	 * this thread, which answers no lookups, for as long as the slowest needs for its open requests.
	 */
	publish(files: readonly ServedFile[], optOuts: readonly SharedOptOuts[]): void {
		if (this.#stopping) return;
		const known = this.#files;
		this.#files = new Map(files.map((file) => [file, known.get(file) ?? this.#fileNumber++]));
		const added = [...this.#files].filter(([file]) => !known.has(file));
		const number = ++this.#publications;
		const publication: Omit<Publication, "added"> = {
			number,
			files: Uint32Array.from(this.#files.values()),
			...(optOuts === this.#optOuts ? {} : { optOuts }),
		};
		this.#optOuts = optOuts;
		for (const [thread, worker] of this.#workers.entries())
			send(worker, {
				publish: {
					...publication,
					added: added.map(([{ verified, rows, matches }, file]) => ({
						number: file,
						verified,
						rows,
						matches: matches[thread] as MatchCounter,
					})),
				},
			});
		this.#awaitAll(number);
	}

	/** Finishes open responses, waiting `timeoutMs` at most, and ends the threads. */
	async stop(timeoutMs: number): Promise<void> {
		this.#stopping = true;
		await Promise.all(
			this.#workers.map(async (worker) => {
				if (worker.threadId === -1) return;
				const ended = once(worker, "exit");
				send(worker, { stop: { timeoutMs } });
				const late = setTimeout(() => void worker.terminate(), timeoutMs + END_MS);
				await ended;
				clearTimeout(late);
			}),
		);
	}

	#awaitAll(publication: number): void {
		const until = performance.now() + TAKE_MS;
		for (let thread = 0; thread < this.#workers.length; thread++) {
			for (let taken = Atomics.load(this.#taken, thread); taken !== publication && taken !== GONE; ) {
				if (performance.now() > until) {
					this.#fail(new Error(`an answering thread did not take over the files within ${TAKE_MS / 1000} seconds`));
					return;
				}
				Atomics.wait(this.#taken, thread, taken, 1000);
				taken = Atomics.load(this.#taken, thread);
			}
		}
	}

	#start(data: AnsweringThreadData): Worker {
		const { script, monitor, log } = this.#options;
		// The thread must not get the process's environment, which has the agent key.
		const worker = new Worker(script, { workerData: data, argv: [], env: {}, execArgv: [] });
		worker.on("message", (message: FromThread) => {
			if ("log" in message) log.error(message.log.message, message.log.fields);
			else if ("monitor" in message) {
				const { request, route } = message.monitor;
				void Promise.resolve(monitor(route)).then((answer) => send(worker, { monitored: { request, answer } }));
			}
		});
		worker.on("error", (cause) => this.#fail(new Error("an answering thread failed", { cause })));
		worker.on("exit", (code) => {
			if (!this.#stopping) this.#fail(new Error(`an answering thread ended with status ${code}`));
		});
		return worker;
	}
}

const send = (worker: Worker, message: ToThread) => worker.postMessage(message);
