import { setMaxListeners } from "node:events";
import { noteJob } from "@/lib/domain/audit/note-job";
import { log } from "@/lib/platform/log";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import { pause } from "@/lib/platform/pause";
import type { Service } from "@/lib/platform/service";

/** A task that a process repeats. */
export interface BackgroundJob {
	/** What it does, in the imperative, for the log and for operators' notices. */
	readonly name: string;
	readonly everyMs: number;
	/** Must tolerate concurrent runs and interruption. Returns the number of changes. */
	run(service: Service, stopping: AbortSignal): Promise<number>;
}

/** Running background jobs. */
export interface RunningJobs {
	/** Waits until no job is running. */
	stop(): Promise<void>;
}

/**
 * The pause between the first runs of two jobs: at once they would take every connection of the
 * process.
 */
const SPACING_MS = 50;

/**
 * Runs each job soon, one after the other begun, and then at its interval, without overlap; logs
 * failures and retries.
 */
export function startBackgroundJobs(service: Service, jobs: readonly BackgroundJob[]): RunningJobs {
	const stopping = new AbortController();
	// Every job adds listeners.
	setMaxListeners(0, stopping.signal);
	const running = jobs.map(async (job, place) => {
		await pause(place * SPACING_MS, stopping.signal);
		await repeat(service, job, stopping.signal);
	});
	return {
		stop: async () => {
			stopping.abort();
			await Promise.all(running);
		},
	};
}

/** Failures in a row after which operators are notified: a single one may be a passing fault. */
const MAX_LOGGED_FAILURES = 3;

async function repeat(service: Service, job: BackgroundJob, signal: AbortSignal): Promise<void> {
	for (let failures = 0; !signal.aborted; ) {
		try {
			const count = await job.run(service, signal);
			if (count > 0) log.info({ job: job.name, count }, "background job done");
			if (failures >= MAX_LOGGED_FAILURES) await tellOfJob(service, job.name, null);
			failures = 0;
		} catch (err) {
			reportFailure("background job", err, "a background job failed", { job: job.name });
			failures += 1;
			if (failures % MAX_LOGGED_FAILURES === 0) await tellOfJob(service, job.name, err);
		}
		await pause(job.everyMs, signal);
	}
}

/** A failing database cannot notify operators either: that is only logged. */
async function tellOfJob(service: Service, name: string, error: unknown): Promise<void> {
	const problem = error === null ? null : error instanceof Error ? error.message : String(error);
	await noteJob(service, name, problem?.replace(/\s+/g, " ").slice(0, LONGEST_PROBLEM) ?? null).catch((err) =>
		reportFailure("background job", err, "operators could not be notified of a background job", { job: name }),
	);
}

const LONGEST_PROBLEM = 300;
