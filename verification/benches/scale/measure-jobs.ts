import { parseEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { WEB_JOBS } from "@/lib/processes/jobs/background-jobs";
import { openService } from "@/lib/processes/startup/open-service";
import type { Figure } from "./requests";

const ROUNDS = 3;

/** The longest run of each background job, in this process while no other one serves. */
export async function measureJobs(settings: Record<string, string>): Promise<Figure[]> {
	log.level = "warn";
	const { service, database } = await openService(parseEnvironment(settings));
	try {
		// The figures of today are read again.
		await service.prisma.overviewDay.deleteMany();
		const figures: Figure[] = [];
		for (const { name, everyMs, run } of WEB_JOBS) {
			const times: number[] = [];
			for (let round = 0; round < ROUNDS; round += 1) {
				const began = performance.now();
				await run(service, new AbortController().signal);
				times.push(performance.now() - began);
			}
			const every = everyMs < 60_000 ? `${everyMs / 1_000} s` : `${everyMs / 60_000} min`;
			const values = [Math.max(...times)];
			figures.push({ group: "background jobs", name: `${name}, every ${every}`, who: "", values, unit: "ms" });
		}
		return figures;
	} finally {
		await database.close();
	}
}
