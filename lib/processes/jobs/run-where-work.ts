import { Prisma } from "@/lib/generated/prisma/client";
import { pause } from "@/lib/platform/pause";
import type { Service } from "@/lib/platform/service";

/** A job that says by SQL whether there may be work for it. */
export interface AskedJob {
	readonly everyMs: number;
	readonly hasWork: (service: Service) => Prisma.Sql;
	/** Never throws. */
	run(): Promise<void>;
}

export interface WorkTimes {
	readonly askEveryMs: number;
	/** Without work a job runs after this long all the same. */
	readonly anywayMs: number;
}

const TIMES: WorkTimes = { askEveryMs: 1_000, anywayMs: 60_000 };

/**
 * Asks every second by one statement which jobs may have work, and runs these at their intervals,
 * without overlap, until the signal: a service at rest would spend most of its time on their own
 * questions. Where the statement fails all run, as each reports its failures.
 */
export async function runWhereWork(
	service: Service,
	jobs: readonly AskedJob[],
	signal: AbortSignal,
	{ askEveryMs, anywayMs }: WorkTimes = TIMES,
): Promise<void> {
	const running = new Map<AskedJob, Promise<void>>();
	const began = performance.now();
	// One after the other, so that not all take a connection at once.
	const ranAt = new Map(jobs.map((job, place) => [job, began - anywayMs + place * askEveryMs]));
	while (!signal.aborted) {
		const due = await findWork(service, jobs);
		const now = performance.now();
		for (const [place, job] of jobs.entries()) {
			const waited = now - (ranAt.get(job) ?? 0);
			// Half a round early, as rounds are not to the millisecond.
			const isDue = due[place] !== false && waited >= job.everyMs - askEveryMs / 2;
			if (running.has(job) || !(isDue || waited >= anywayMs)) continue;
			ranAt.set(job, now);
			running.set(
				job,
				job.run().finally(() => running.delete(job)),
			);
		}
		await pause(askEveryMs, signal);
	}
	await Promise.all(running.values());
}

async function findWork(service: Service, jobs: readonly AskedJob[]): Promise<readonly boolean[]> {
	const questions = Prisma.join(jobs.map(({ hasWork }) => hasWork(service)));
	const asked = service.prisma.$rows<{ work: boolean[] }>(Prisma.sql`SELECT ARRAY[${questions}] AS work`, "auto");
	const [row] = await asked.catch(() => []);
	return row?.work ?? [];
}
