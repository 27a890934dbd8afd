import { releaseLeasesOfTheDead } from "@/lib/builds/release-leases";
import { setDatabase } from "@/lib/db/client";
import { sweepOrphanedGeofences } from "@/lib/designs/store-geofences";
import type { Environment } from "@/lib/env";
import { log } from "@/lib/log";
import { setService } from "@/lib/service";
import { bootstrapOperator, type FirstSignIn } from "@/lib/startup/bootstrap-operator";
import { openService } from "@/lib/startup/open-service";
import { startBuildWorker } from "@/lib/worker/build-worker";

/** What runs beside the HTTP server in its process. */
export interface RunningServices {
	/** How to sign in, at the first start with an empty database only. */
	readonly firstSignIn: FirstSignIn | null;
	/** Stops the build worker and closes the database; what is being built is given back for the next start. */
	stop(): Promise<void>;
}

/** Opens the service and starts its background work (design.md section 6). */
export async function startServices(environment: Environment): Promise<RunningServices> {
	const { service, database } = await openService(environment);
	try {
		setDatabase(database);
		setService(service);
		const firstSignIn = await bootstrapOperator(service, {
			email: environment.BOOTSTRAP_EMAIL,
			password: environment.BOOTSTRAP_PASSWORD,
		});
		if (database.kind === "embedded") await releaseLeasesOfTheDead(service);
		const swept = await sweepOrphanedGeofences(service);
		if (swept > 0) log.info({ collections: swept }, "removed geofences of imports that were cut off");
		const worker = startBuildWorker(service, { workers: environment.BUILD_WORKERS });
		return {
			firstSignIn,
			stop: async () => {
				await worker.stop();
				setService(undefined);
				setDatabase(undefined);
				await database.close();
			},
		};
	} catch (error) {
		await database.close();
		throw error;
	}
}
