import type { Service } from "@/lib/service";

const SWEEP_INTERVAL_MS = 600_000;

/** Forgets callers whose minute is over. Gives their number. */
export function sweepCallWindows(service: Service): Promise<number> {
	return service.prisma.$executeRaw`DELETE FROM call_windows WHERE ends_at <= ${service.now()}`;
}

const sweptAt = new WeakMap<Service, number>();

/** Sweeps when this process has not done so for ten minutes: the table stays as small as the number of recent callers. */
export async function sweepNowAndThen(service: Service): Promise<void> {
	const now = service.now().getTime();
	if (now - (sweptAt.get(service) ?? Number.NEGATIVE_INFINITY) < SWEEP_INTERVAL_MS) return;
	sweptAt.set(service, now);
	await sweepCallWindows(service);
}
