import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";

const INTERVAL_MS = 600_000;

/**
 * Makes of a sweep one that runs when this process has not run it for ten minutes: only who uses a table pays for keeping it
 * small, and no timer outlives the service. A sweep that fails is logged and comes again; nobody's request fails for it.
 */
export function nowAndThen(sweep: (service: Service) => Promise<unknown>): (service: Service) => Promise<void> {
	const sweptAt = new WeakMap<Service, number>();
	return async (service) => {
		const now = service.now().getTime();
		// Either way: a clock that was put back would else be waited for.
		if (Math.abs(now - (sweptAt.get(service) ?? Number.NEGATIVE_INFINITY)) < INTERVAL_MS) return;
		sweptAt.set(service, now);
		await sweep(service).catch((err: unknown) => reportFailure("sweep", err, "a sweep failed"));
	};
}
