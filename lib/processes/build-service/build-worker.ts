import { hostname } from "node:os";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";
import { runBuild } from "./run-build";

/** Builds may be requested in another process, or fall free when a lease runs out: without a signal, they are looked for this often. */
const LOOK_AGAIN_MS = 1_000;

/** Builds that run in this process. */
export interface BuildWorker {
	/** Gives back what is being built and waits until nothing runs any more. */
	stop(): Promise<void>;
}

/**
 * Starts as many builders as asked for; each takes one build after the other (docs/contract.md,
 * Build status).
 */
export function startBuildWorker(service: Service, { workers }: { workers: number }): BuildWorker {
	const stopping = new AbortController();
	const builders = Array.from({ length: workers }, (_, number) =>
		buildForEver(service, `${hostname()}/${process.pid}/${number}`, stopping.signal),
	);
	return {
		stop: async () => {
			stopping.abort();
			await Promise.all(builders);
		},
	};
}

/**
 * Claims one build and runs it to its end.
 * @returns false when there was none to claim
 */
export async function runNextBuild(service: Service, holder: string, signal?: AbortSignal): Promise<boolean> {
	const lease = await claimBuild(service, holder);
	if (lease === null) return false;
	await runBuild(service, lease, signal ?? new AbortController().signal);
	return true;
}

async function buildForEver(service: Service, holder: string, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		const wake = nextWake(service, signal);
		try {
			if (await runNextBuild(service, holder, signal)) {
				wake.stop();
				continue;
			}
		} catch (err) {
			reportFailure("build queue", err, "the build worker could not take a build");
		}
		await wake.happened;
	}
}

/** Listens before looking for a build, so that one requested in between is not missed. */
function nextWake(service: Service, signal: AbortSignal): { happened: Promise<void>; stop(): void } {
	let stop = () => {};
	const happened = new Promise<void>((resolve) => {
		const timer = setTimeout(() => stop(), LOOK_AGAIN_MS);
		stop = () => {
			clearTimeout(timer);
			service.signals.off("build-requested", stop);
			signal.removeEventListener("abort", stop);
			resolve();
		};
		service.signals.on("build-requested", stop);
		signal.addEventListener("abort", stop);
		if (signal.aborted) stop();
	});
	return { happened, stop: () => stop() };
}
