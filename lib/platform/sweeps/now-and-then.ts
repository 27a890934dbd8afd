import { reportFailure } from "@/lib/platform/metrics/report-failure";
import type { Service } from "@/lib/platform/service";

const INTERVAL_MS = 600_000;

/**
 * Wraps a sweep so that callers run it at most every ten minutes, without a timer that outlives the
 * service. Failures are logged and never fail the caller's request.
 */
export function nowAndThen(sweep: (service: Service) => Promise<unknown>): (service: Service) => Promise<void> {
	// By what all copies of a service share: a request with an Idempotency-Key has a copy of its own.
	const sweptAt = new WeakMap<Service["signals"], number>();
	return async (service) => {
		const now = service.now().getTime();
		if (now - (sweptAt.get(service.signals) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
		sweptAt.set(service.signals, now);
		await sweep(service).catch((err: unknown) => reportFailure("sweep", err, "a sweep failed"));
	};
}
