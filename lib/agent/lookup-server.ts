import type { Server } from "node:http";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { listenOnPath } from "@/lib/agent/http/listen-on-path";
import { createAgentServer, type ServedAgent } from "@/lib/agent/http/server";
import type { SharedOptOuts } from "@/lib/agent/opt-out-loader";
import type { AgentOptions } from "@/lib/agent/options";
import type { RequestCounters } from "@/lib/agent/request-counters";
import type { Snapshot } from "@/lib/agent/snapshot";
import { AnsweringThreads } from "@/lib/agent/threads/answering-threads";

/** Answers the agent's requests: on the main thread, or on several of their own. */
export class LookupServer {
	readonly #agent: ServedAgent;
	readonly #server: Server;
	readonly #stopMs: number;
	/** Null while the main thread answers. */
	#threads: AnsweringThreads | null = null;
	/** The end of the main thread's server, once others answer. */
	#closing: Promise<void> | null = null;
	/** Of a Unix socket, which has a server of its own. */
	#stopSocket: () => Promise<void> = async () => undefined;
	#url = "";

	/** @param stopMs how long `stop` waits for open responses */
	constructor(agent: ServedAgent, stopMs: number) {
		this.#agent = agent;
		this.#server = createAgentServer(agent);
		this.#stopMs = stopMs;
	}

	/** Such as `http://127.0.0.1:7070`. */
	get url(): string {
		return this.#url;
	}

	/** The counters of all threads; the main thread answers until the others listen. */
	get counters(): readonly RequestCounters[] {
		return [this.#agent.counters, ...(this.#threads?.counters ?? [])];
	}

	/** Rejects when a thread can no longer answer. */
	get failed(): Promise<never> {
		return this.#threads?.failed ?? new Promise(() => undefined);
	}

	/** @param script a bundle that answers when started as a thread */
	async start(
		{ host, port, socket, threads }: Pick<AgentOptions, "host" | "port" | "socket" | "threads">,
		script: URL,
	): Promise<void> {
		this.#url = await listen(this.#server, host, port);
		if (socket !== null) await this.#listenOnPath(socket);
		if (threads === 1) return;
		try {
			this.#threads = await AnsweringThreads.start({
				threads,
				script,
				server: this.#server,
				monitor: (route) => this.#agent.monitor(route),
				log: this.#agent.log,
			});
		} finally {
			this.#closing = closeServer(this.#server, this.#stopMs);
		}
	}

	async #listenOnPath(path: string): Promise<void> {
		const server = createAgentServer(this.#agent);
		try {
			const removeSocket = await listenOnPath(server, path);
			this.#stopSocket = async () => {
				await removeSocket();
				await closeServer(server, this.#stopMs);
			};
		} catch (error) {
			await this.stop();
			throw error;
		}
	}

	/** Returns once every thread answers from the snapshot. */
	publish({ files }: Snapshot, optOuts: readonly SharedOptOuts[]): void {
		this.#threads?.publish(files, optOuts);
	}

	async stop(): Promise<void> {
		await Promise.all([this.#stopSocket(), this.#closing ?? closeServer(this.#server, this.#stopMs)]);
		await this.#threads?.stop(this.#stopMs);
	}
}
