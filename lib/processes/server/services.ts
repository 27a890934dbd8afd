import { resolve } from "node:path";
import { endLeases } from "@/lib/domain/builds/lease";
import { startChanges } from "@/lib/domain/events/start-changes";
import { endDuckDbUses } from "@/lib/engine/audience/duckdb";
import { stopInspections } from "@/lib/engine/inspection/inspect";
import { setDatabase } from "@/lib/platform/db/client";
import type { Environment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { Replica } from "@/lib/platform/replica/replica";
import { type Service, setService } from "@/lib/platform/service";
import { startBuildWorker } from "@/lib/processes/build-service/build-worker";
import { type BackgroundJob, startBackgroundJobs } from "@/lib/processes/jobs/background-job";
import { WEB_JOBS } from "@/lib/processes/jobs/background-jobs";
import { leavePreviousSecret } from "@/lib/processes/jobs/leave-previous-secret";
import { bootstrapOperator, type FirstSignIn } from "@/lib/processes/startup/bootstrap-operator";
import { firstPasswordUntilUsed, removeObsoletePasswords } from "@/lib/processes/startup/first-password";
import { openService } from "@/lib/processes/startup/open-service";

/** Services beside the HTTP server in its process. */
export interface RunningServices {
	/** How to sign in; only at the first start with an empty database. */
	readonly firstSignIn: FirstSignIn | null;
	/** Starts the build worker and the background jobs, once requests are answered. */
	work(): void;
	/** Ends running estimates, tests and file checks; their callers learn that the service stops. */
	refuse(): Promise<void>;
	/**
	 * Stops build worker, background jobs and evaluations, and closes the database; running builds
	 * are released for the next start.
	 */
	stop(): Promise<void>;
}

/** Jobs that depend on this process's settings. */
function ownJobs({ previousSecret }: Service, dataDirectory: string): BackgroundJob[] {
	const everyMs = 3_600_000;
	const remove = (service: Service) => removeObsoletePasswords(service, dataDirectory);
	const jobs = [{ name: "remove the first operator's old password", everyMs, run: remove }];
	if (previousSecret === undefined) return jobs;
	return [...jobs, { name: "seal under the new secret", everyMs, run: leavePreviousSecret }];
}

/**
 * Opens the service (docs/operations.md, Start).
 * @param tell receives each step of the start, in words
 */
export async function startServices(environment: Environment, tell?: (what: string) => void): Promise<RunningServices> {
	const { service: opened, database } = await openService(environment, tell);
	const { DATABASE_REPLICA_URL: databaseUrl, DATABASE_CONNECTIONS: connections } = environment;
	const replica = databaseUrl === undefined ? undefined : new Replica({ databaseUrl, connections }, database);
	const dataDirectory = resolve(/* turbopackIgnore: true */ process.cwd(), environment.DATA_DIR);
	const service = { ...opened, replica, firstPassword: firstPasswordUntilUsed(opened, dataDirectory) };
	const close = () => Promise.all([database.close(), replica?.close()]);
	try {
		setDatabase(database);
		setService(service);
		await replica?.check();
		const firstSignIn = await bootstrapOperator(service, dataDirectory, {
			email: environment.BOOTSTRAP_EMAIL,
			password: environment.BOOTSTRAP_PASSWORD,
		});
		if (firstSignIn !== null) log.info({ password_file: firstSignIn.passwordFile }, "created the first operator");
		if (database.kind === "embedded") await endLeases(service);
		// The embedded database has one process, which has no files in use yet; with PostgreSQL a
		// background job sweeps.
		const entries = database.kind === "embedded" ? await service.files.sweepWorkDirectory(0) : 0;
		if (entries > 0) log.info({ entries }, "removed unfinished files of processes that died");
		const changes = startChanges(service, database);
		const working: { stop(): Promise<void> }[] = [];
		return {
			firstSignIn,
			work: () => {
				working.push(startBuildWorker(service, { workers: environment.BUILD_WORKERS }));
				working.push(startBackgroundJobs(service, [...WEB_JOBS, ...ownJobs(service, dataDirectory)]));
			},
			refuse: stopInspections,
			stop: async () => {
				const stopped = working.map((part) => part.stop());
				await Promise.all([...stopped, changes.stop(), stopInspections(), endDuckDbUses()]);
				setService(undefined);
				setDatabase(undefined);
				await close();
			},
		};
	} catch (error) {
		await close();
		throw error;
	}
}
