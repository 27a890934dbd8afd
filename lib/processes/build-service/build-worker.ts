import { hostname } from "node:os";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";
import { runBuild } from "./run-build";

/** Another process may request a build, or a lease may expire: a builder polls at this interval. */
const POLL_MS = 1_000;

/** Builders of this process. */
export interface BuildWorker {
	/** Releases running builds and waits until every builder has ended. */
	stop(): Promise<void>;
}

/**
 * Starts as many builders as `workers` says; each runs one build after the other (docs/contract.md,
 * Build status).
 */
export function startBuildWorker(service: Service, { workers }: { workers: number }): BuildWorker {
	const stopping = new AbortController();
	const builders = Array.from({ length: workers }, (_, number) =>
		runBuilder(service, `${hostname()}/${process.pid}/${number}`, stopping.signal),
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

async function runBuilder(service: Service, holder: string, signal: AbortSignal): Promise<void> {
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

/** Listens before the query for a build, so that it misses no request in between. */
function nextWake(service: Service, signal: AbortSignal): { happened: Promise<void>; stop(): void } {
	let stop = () => {};
	const happened = new Promise<void>((resolve) => {
		const timer = setTimeout(() => stop(), POLL_MS);
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
