import type { Service } from "@/lib/service";

const SWEEP_INTERVAL_MS = 600_000;
/** So many rows are deleted by one statement at most, so that none holds up the others for long. */
const BATCH = 2_000;

/** Deletes answers whose time is over, and claims whose process died. Gives the number of records removed. */
export async function sweepIdempotencyRecords(service: Service): Promise<number> {
	const now = service.now();
	let swept = 0;
	for (;;) {
		const deleted = await service.prisma.$executeRaw`
			DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(
				SELECT ctid FROM idempotency_records WHERE expires_at < ${now} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
		swept += deleted;
		if (deleted < BATCH) return swept;
	}
}

const sweptAt = new WeakMap<Service, number>();

/** Sweeps when this process has not done so for ten minutes: only who uses keys pays, and no timer outlives the service. */
export async function sweepNowAndThen(service: Service): Promise<void> {
	const now = service.now().getTime();
	if (now - (sweptAt.get(service) ?? Number.NEGATIVE_INFINITY) < SWEEP_INTERVAL_MS) return;
	sweptAt.set(service, now);
	await sweepIdempotencyRecords(service);
}
