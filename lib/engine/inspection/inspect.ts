import { Worker } from "node:worker_threads";
import { threadScript } from "@/lib/platform/threads/thread-script";
import { InvalidArgumentError, UnavailableError } from "@/lib/rules/errors";
import type { InspectionJob, InspectionOutcome, InspectionResults, MessageFromThread, MessageToThread } from "./jobs";
import { ThreadPool } from "./thread-pool";

export interface InspectOptions {
	/** For whom: what one person asks leaves room for what others do. */
	readonly caller: string;
	/** Stored chunks of geofences of a set, by its index; read one at a time as the thread asks for them. */
	readonly chunkSource?: (set: number) => AsyncIterable<Uint8Array>;
	/** The caller's: who is gone waits for nothing. */
	readonly signal?: AbortSignal | undefined;
	readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** A thread that has not given in this long after it was told to stop is ended from outside. */
const GRACE_MS = 2_000;
/**
 * Evaluations are interrupted by their thread itself, and never ended from outside: a thread that ends while DuckDB works for
 * it takes the whole process down.
 */
const INTERRUPT_THEMSELVES: ReadonlySet<InspectionJob["task"]> = new Set(["reach", "device"]);

/** What the inspections of a process share. */
interface Inspections {
	readonly threads: ThreadPool<Worker>;
	readonly stopping: AbortController;
	readonly running: Set<Promise<unknown>>;
}

let shared: Inspections | undefined;

function inspections(): Inspections {
	shared ??= { threads: newPool(), stopping: new AbortController(), running: new Set() };
	return shared;
}

function newPool(): ThreadPool<Worker> {
	return new ThreadPool({
		start: async () => {
			const script = await threadScript("inspection-thread");
			const worker = new Worker(/* turbopackIgnore: true */ script, { name: "inspection" });
			// Waiting for work keeps no process alive.
			worker.unref();
			return worker;
		},
		end: (worker) => void worker.terminate(),
	});
}

/**
 * Ends what is looked into, and waits until nothing is: a process that ended while a thread evaluates would be aborted. No
 * inspection begins any more until this resolves.
 */
export async function stopInspections(): Promise<void> {
	const { stopping, running } = inspections();
	stopping.abort(new UnavailableError("the service is stopping"));
	while (running.size > 0) await Promise.allSettled(running);
	shared = undefined;
}

/**
 * Looks into contents or files on a thread, so that this one goes on answering: two at once in a process, one of a caller, a few
 * more wait, none for longer than half a minute.
 * @throws InvalidArgumentError with a sentence for the caller when what was asked cannot be done as it stands
 * @throws ThrottledError when the caller has a few under way already
 * @throws UnavailableError when too many wait already, it takes too long, or the service stops
 */
export async function inspect<Job extends InspectionJob>(
	job: Job,
	options: InspectOptions,
): Promise<InspectionResults[Job["task"]]> {
	const all = inspections();
	const running = inspectOnThread(job, options, all);
	all.running.add(running);
	return running.finally(() => all.running.delete(running));
}

async function inspectOnThread<Job extends InspectionJob>(
	job: Job,
	options: InspectOptions,
	{ threads, stopping }: Inspections,
): Promise<InspectionResults[Job["task"]]> {
	const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
	const signal = AbortSignal.any([timeout, stopping.signal, ...(options.signal === undefined ? [] : [options.signal])]);
	const worker = await threads.take(options.caller, signal).catch((error: unknown) => {
		throw timeout.aborted ? tooSlow() : error;
	});
	let healthy = false;
	try {
		const outcome = await converse(worker, job, options.chunkSource, signal);
		healthy = true;
		if ("refused" in outcome) throw new InvalidArgumentError(outcome.refused);
		if (signal.aborted) throw timeout.aborted ? tooSlow() : signal.reason;
		if ("failed" in outcome) throw new Error(outcome.failed);
		return outcome.result as InspectionResults[Job["task"]];
	} finally {
		threads.giveBack(options.caller, worker, healthy);
	}
}

const tooSlow = () =>
	new UnavailableError("this takes longer than the service waits for it: try again later, or with less");

/** Answers the thread until the job has ended. */
function converse(
	worker: Worker,
	job: InspectionJob,
	chunkSource: InspectOptions["chunkSource"],
	signal: AbortSignal,
): Promise<InspectionOutcome> {
	const sources = new Map<number, AsyncIterator<Uint8Array>>();
	return new Promise<InspectionOutcome>((resolve, reject) => {
		let grace: NodeJS.Timeout | undefined;
		const send = (message: MessageToThread) => worker.postMessage(message);
		const cancel = () => {
			send({ cancel: true });
			if (INTERRUPT_THEMSELVES.has(job.task)) return;
			grace = setTimeout(() => void worker.terminate(), GRACE_MS);
		};
		const answer = async (set: number) => {
			if (chunkSource === undefined) throw new Error("the thread asks for geofences, and there is no source of them");
			const source = sources.get(set) ?? chunkSource(set)[Symbol.asyncIterator]();
			sources.set(set, source);
			const { done, value } = await source.next();
			send({ chunk: done === true ? null : value });
		};
		const settle = () => {
			clearTimeout(grace);
			signal.removeEventListener("abort", cancel);
			// One by one: Node.js has listeners of its own on a worker, without which it hears nothing any more.
			worker.off("message", hear);
			worker.off("error", died);
			worker.off("exit", died);
		};
		const hear = (message: MessageFromThread) => {
			if ("pull" in message) {
				answer(message.pull).catch((error: unknown) => {
					settle();
					reject(error);
				});
				return;
			}
			settle();
			resolve(message);
		};
		const died = (error: unknown) => {
			settle();
			reject(signal.aborted ? tooSlow() : new Error(`the inspection's thread ended: ${String(error)}`));
		};
		worker.on("message", hear);
		worker.on("error", died);
		worker.on("exit", died);
		signal.addEventListener("abort", cancel, { once: true });
		send({ job });
		if (signal.aborted) cancel();
	}).finally(async () => {
		for (const source of sources.values()) await source.return?.();
	});
}
