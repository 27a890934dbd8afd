import { StorageError } from "@/lib/platform/files/storage-problem";
import { JobThreads } from "@/lib/platform/threads/job-threads";
import { ThreadEndedError } from "@/lib/platform/threads/run-on-thread";
import type { JobCaller } from "@/lib/platform/threads/thread-pool";
import { InvalidArgumentError, UnavailableError } from "@/lib/rules/errors";
import type { InspectionJob, InspectionOutcome, InspectionResults } from "./jobs";

export interface InspectOptions {
	/** The caller, whose jobs are limited for the sake of others. */
	readonly caller: JobCaller;
	/** Stored geofence chunks of a set, by its index; the thread requests one at a time. */
	readonly chunkSource?: (set: number) => AsyncIterable<Uint8Array>;
	/** Aborted when the caller disconnects. */
	readonly signal?: AbortSignal | undefined;
	readonly timeoutMs?: number;
}

export const TIMEOUT_MS = 30_000;
/** Tasks with DuckDB, which interrupt themselves (`RunOptions.interruptsItself`). */
const INTERRUPT_THEMSELVES: ReadonlySet<InspectionJob["task"]> = new Set(["reach", "device", "listed-devices"]);
export const INSPECTION_LIMITS = {
	threads: 2,
	threadsOfOne: 1,
	jobsOfOne: 4,
	waiting: 16,
	waitingOfOrganization: 12,
	idleMs: 60_000,
	jobs: "estimates and tests",
} as const;

/** The state that all inspections of a process share. */
interface Inspections {
	readonly threads: JobThreads<InspectionJob, InspectionOutcome>;
	readonly stopping: AbortController;
	readonly running: Set<Promise<unknown>>;
}

let shared: Inspections | undefined;

function inspections(): Inspections {
	shared ??= {
		threads: new JobThreads("inspection-thread", INSPECTION_LIMITS),
		stopping: new AbortController(),
		running: new Set(),
	};
	return shared;
}

/**
 * Ends running inspections and waits for their threads: exiting while a thread evaluates would
 * abort the process. No inspection starts until this resolves.
 */
export async function stopInspections(): Promise<void> {
	const { stopping, running } = inspections();
	stopping.abort(new UnavailableError("the service is stopping"));
	while (running.size > 0) await Promise.allSettled(running);
	shared = undefined;
}

/**
 * Inspects contents or files on a thread, so that other requests are answered: two at a time per
 * process, one per caller; a few more wait, at most half a minute.
 * @throws InvalidArgumentError with a sentence when the request cannot be fulfilled as it is
 * @throws ThrottledError when the caller has too many inspections
 * @throws UnavailableError when too many wait, it takes too long, or the service stops
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
		if ("failed" in outcome) {
			throw outcome.lacking === undefined
				? new Error(outcome.failed)
				: new StorageError(outcome.lacking, outcome.failed);
		}
		return outcome.result as InspectionResults[Job["task"]];
	} catch (error) {
		const cancelled = signal.aborted && (error === signal.reason || error instanceof ThreadEndedError);
		if (!cancelled) throw error;
		throw timeout.aborted ? tooSlow() : signal.reason;
	}
}

const tooSlow = () =>
	new UnavailableError("this takes longer than the service waits for it: try again later, or with less");
