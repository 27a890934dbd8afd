import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";

const INTERVAL_MS = 600_000;

/**
 * Wraps a sweep so that callers run it at most every ten minutes, without a timer that outlives the
 * service. Failures are logged and never fail the caller's request.
 */
export function nowAndThen(sweep: (service: Service) => Promise<unknown>): (service: Service) => Promise<void> {
	const sweptAt = new WeakMap<Service, number>();
	return async (service) => {
		const now = service.now().getTime();
		if (now - (sweptAt.get(service) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
		sweptAt.set(service, now);
		await sweep(service).catch((err: unknown) => reportFailure("sweep", err, "a sweep failed"));
	};
}
