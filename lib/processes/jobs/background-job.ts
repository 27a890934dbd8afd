import { setMaxListeners } from "node:events";
import { noteJob } from "@/lib/domain/audit/note-job";
import type { Prisma } from "@/lib/generated/prisma/client";
import { log } from "@/lib/platform/log";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import { pause } from "@/lib/platform/pause";
import type { Service } from "@/lib/platform/service";
import { runWhereWork } from "./run-where-work";

/** A task that a process repeats. */
export interface BackgroundJob {
	/** What it does, in the imperative, for the log and for operators' notices. */
	readonly name: string;
	readonly everyMs: number;
	/**
	 * SQL of whether `run` may find something to do. One statement a second has it of all jobs, and
	 * a job without work runs only once a minute.
	 */
	readonly hasWork?: (service: Service) => Prisma.Sql;
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
	const repeated = jobs.filter(({ hasWork }) => hasWork === undefined);
	const running = repeated.map(async (job, place) => {
		const run = runnerOf(service, job, stopping.signal);
		await pause(place * SPACING_MS, stopping.signal);
		while (!stopping.signal.aborted) {
			await run();
			await pause(job.everyMs, stopping.signal);
		}
	});
	const asked = jobs.flatMap(({ hasWork, ...job }) =>
		hasWork === undefined ? [] : [{ ...job, hasWork, run: runnerOf(service, job, stopping.signal) }],
	);
	if (asked.length > 0) running.push(runWhereWork(service, asked, stopping.signal));
	return {
		stop: async () => {
			stopping.abort();
			await Promise.all(running);
		},
	};
}

/** Failures in a row after which operators are notified: a single one may be a passing fault. */
const MAX_LOGGED_FAILURES = 3;

/** Runs a job once, and never throws. */
function runnerOf(service: Service, job: Omit<BackgroundJob, "hasWork">, signal: AbortSignal): () => Promise<void> {
	let failures = 0;
	return async () => {
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
	};
}

/** A failing database cannot notify operators either: that is only logged. */
async function tellOfJob(service: Service, name: string, error: unknown): Promise<void> {
	const problem = error === null ? null : error instanceof Error ? error.message : String(error);
	await noteJob(service, name, problem?.replace(/\s+/g, " ").slice(0, LONGEST_PROBLEM) ?? null).catch((err) =>
		reportFailure("background job", err, "operators could not be notified of a background job", { job: name }),
	);
}

const LONGEST_PROBLEM = 300;
