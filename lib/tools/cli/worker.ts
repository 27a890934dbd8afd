import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { traceProcess } from "@/lib/platform/trace-process";
import { startBuildWorker } from "@/lib/processes/build-service/build-worker";
import { startBackgroundJobs } from "@/lib/processes/jobs/background-job";
import { PROCESS_JOBS } from "@/lib/processes/jobs/background-jobs";
import { ignoreHangUp } from "@/lib/processes/startup/ignore-hang-up";
import { openService } from "@/lib/processes/startup/open-service";
import { stopTracing } from "@/lib/tracing/tracing";

/**
 * `npm run worker`: runs builds only, beside web processes with the same database and file store.
 */
async function main(): Promise<void> {
	const environment = env();
	log.level = environment.LOG_LEVEL;
	ignoreHangUp();
	if (environment.DATABASE_URL === undefined) {
		throw new Error(
			"DATABASE_URL is not set: the embedded database serves one process, which builds by itself (BUILD_WORKERS)",
		);
	}
	await traceProcess(environment, "targeting-worker");
	const { service, database } = await openService(environment);
	const worker = startBuildWorker(service, { workers: Math.max(1, environment.BUILD_WORKERS) });
	const jobs = startBackgroundJobs(service, PROCESS_JOBS);
	console.log(`Build worker running with ${Math.max(1, environment.BUILD_WORKERS)} at once. Stop it with Ctrl-C.`);
	for (const signal of ["SIGINT", "SIGTERM"] as const) {
		process.once(signal, () => {
			log.info({ signal }, "stopping");
			Promise.all([worker.stop(), jobs.stop()])
				.then(() => database.close())
				.then(stopTracing)
				.then(
					() => log.info("stopped"),
					(err: unknown) => {
						log.error({ err }, "the worker did not stop properly");
						process.exitCode = 1;
					},
				)
				.then(() => log.flush(() => process.exit()));
		});
	}
}

main().catch((error: unknown) => {
	console.error(`The worker cannot start: ${error instanceof Error ? error.message : String(error)}`);
	process.exit(1);
});
