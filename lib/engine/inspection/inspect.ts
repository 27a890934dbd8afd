import { JobThreads } from "@/lib/platform/threads/job-threads";
import { ThreadEndedError } from "@/lib/platform/threads/run-on-thread";
import { InvalidArgumentError, UnavailableError } from "@/lib/rules/errors";
import type { InspectionJob, InspectionOutcome, InspectionResults } from "./jobs";

export interface InspectOptions {
	/** For whom: what one person asks leaves room for what others do. */
	readonly caller: string;
	/**
	 * Stored chunks of geofences of a set, by its index; read one at a time as the thread asks for
	 * them.
	 */
	readonly chunkSource?: (set: number) => AsyncIterable<Uint8Array>;
	/** The caller's: who is gone waits for nothing. */
	readonly signal?: AbortSignal | undefined;
	readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** Tasks that work with DuckDB (see `RunOptions.interruptsItself`). */
const INTERRUPT_THEMSELVES: ReadonlySet<InspectionJob["task"]> = new Set(["reach", "device"]);
const LIMITS = {
	threads: 2,
	threadsOfOne: 1,
	jobsOfOne: 4,
	waiting: 16,
	idleMs: 60_000,
	jobs: "estimates and tests",
} as const;

/** What the inspections of a process share. */
interface Inspections {
	readonly threads: JobThreads<InspectionJob, InspectionOutcome>;
	readonly stopping: AbortController;
	readonly running: Set<Promise<unknown>>;
}

let shared: Inspections | undefined;

function inspections(): Inspections {
	shared ??= {
		threads: new JobThreads("inspection-thread", LIMITS),
		stopping: new AbortController(),
		running: new Set(),
	};
	return shared;
}

/**
 * Ends what is looked into, and waits until nothing is: a process that ended while a thread
 * evaluates would be aborted. No inspection begins any more until this resolves.
 */
export async function stopInspections(): Promise<void> {
	const { stopping, running } = inspections();
	stopping.abort(new UnavailableError("the service is stopping"));
	while (running.size > 0) await Promise.allSettled(running);
	shared = undefined;
}

/**
 * Looks into contents or files on a thread, so that this one goes on answering: two at once in a
 * process, one of a caller, a few more wait, none for longer than half a minute.
 * @throws InvalidArgumentError with a sentence for the caller when what was asked cannot be done as
 *   it stands
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
	try {
		const outcome = await threads.run(job, {
			caller: options.caller,
			chunkSource: options.chunkSource,
			signal,
			interruptsItself: INTERRUPT_THEMSELVES.has(job.task),
		});
		if ("refused" in outcome) throw new InvalidArgumentError(outcome.refused);
		signal.throwIfAborted();
		if ("failed" in outcome) throw new Error(outcome.failed);
		return outcome.result as InspectionResults[Job["task"]];
	} catch (error) {
		const cancelled = signal.aborted && (error === signal.reason || error instanceof ThreadEndedError);
		if (!cancelled) throw error;
		throw timeout.aborted ? tooSlow() : signal.reason;
	}
}

const tooSlow = () =>
	new UnavailableError("this takes longer than the service waits for it: try again later, or with less");
