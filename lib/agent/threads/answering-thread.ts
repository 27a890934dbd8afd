import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { closeServer } from "@/lib/agent/http/listen";
import type { MonitoringRoute } from "@/lib/agent/http/routes";
import { createAgentServer, type MonitoringAnswer, type ServedAgent } from "@/lib/agent/http/server";
import { type OptOuts, openOptOuts } from "@/lib/agent/opt-out-loader";
import { releaseMemory } from "@/lib/agent/release-memory";
import { RequestCounters } from "@/lib/agent/request-counters";
import { bytesOf, createLookups, type Lookups, type Served } from "@/lib/agent/snapshot";
import { shareListening } from "@/lib/agent/threads/share-listening";
import {
	type AnsweringThreadData,
	type FromThread,
	GONE,
	type Publication,
	type ToThread,
} from "@/lib/agent/threads/thread-messages";
import { openVerifiedTargetingFile } from "@/lib/formats/open";

/** The start data of this thread when `AnsweringThreads` started it, else null. */
export function answeringOfThisThread(): AnsweringThreadData["answering"] | null {
	const data: Partial<AnsweringThreadData> | null = isMainThread ? null : workerData;
	return data?.answering ?? null;
}

/** Answers lookups on this thread until the main thread stops it. */
export async function answerOnThread(start: AnsweringThreadData["answering"]): Promise<void> {
	const agent = new ThreadAgent(start);
	process.once("exit", () => agent.noteTaken(GONE));
	const server = createAgentServer(agent);
	server.listen(await shareListening(start.listening));
	parentPort?.on("message", (message: ToThread) => {
		if ("publish" in message) agent.take(message.publish);
		else if ("monitored" in message) agent.takeAnswer(message.monitored);
		// Without its port and server, the thread ends.
		else void closeServer(server, message.stop.timeoutMs).then(() => parentPort?.close());
	});
	send({ listening: true });
}

const send = (message: FromThread) => parentPort?.postMessage(message);

/** The agent as a thread knows it: the published files, and the main thread for all else. */
class ThreadAgent implements ServedAgent {
	readonly counters: RequestCounters;
	readonly log = {
		info: () => undefined,
		warn: () => undefined,
		error: (message: string, fields = {}) => send({ log: { message, fields } }),
	};
	snapshot: Lookups = createLookups([], null);
	readonly #start: AnsweringThreadData["answering"];
	#files = new Map<number, Served>();
	#optOuts: OptOuts | null = null;
	readonly #asked = new Map<number, (answer: MonitoringAnswer) => void>();
	#requests = 0;

	constructor(start: AnsweringThreadData["answering"]) {
		this.#start = start;
		this.counters = new RequestCounters(start.counters);
	}

	/** Answers from the publication, for which the main thread waits. */
	take({ number, added, files, optOuts }: Publication): void {
		const known = this.#files;
		const { optOuts: before } = this.snapshot;
		for (const { number: file, verified, rows, matches } of added)
			known.set(file, { file: openVerifiedTargetingFile(verified), rows, matches });
		this.#files = new Map([...files].map((file) => [file, known.get(file) as Served]));
		if (optOuts !== undefined) this.#optOuts = openOptOuts(optOuts);
		this.snapshot = createLookups([...this.#files.values()], this.#optOuts);
		this.noteTaken(number);
		const letGo = [...known].filter(([file]) => !this.#files.has(file)).map(([, served]) => served);
		releaseMemory(bytesOf(letGo) + (optOuts === undefined ? 0 : (before?.bytes ?? 0)));
	}

	/** Wakes the main thread if it waits for this one. */
	noteTaken(publication: number): void {
		const { taken, thread } = this.#start;
		Atomics.store(taken, thread, publication);
		Atomics.notify(taken, thread);
	}

	monitor(route: MonitoringRoute): Promise<MonitoringAnswer> {
		const request = this.#requests++;
		send({ monitor: { request, route } });
		return new Promise((resolve) => this.#asked.set(request, resolve));
	}

	takeAnswer({ request, answer }: { request: number; answer: MonitoringAnswer }): void {
		this.#asked.get(request)?.(answer);
		this.#asked.delete(request);
	}
}
