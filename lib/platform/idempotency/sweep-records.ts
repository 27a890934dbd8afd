import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/** So many rows are deleted by one statement at most, so that none holds up the others for long. */
const BATCH = 2_000;

/** Deletes answers whose time is over, and claims whose process died, each also by the database's clock (`claimKey`). Gives the number of records removed. */
export async function sweepIdempotencyRecords(service: Service): Promise<number> {
	const now = service.now();
	let swept = 0;
	for (;;) {
		const deleted = await service.prisma.$executeRaw`
			DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(
				SELECT ctid FROM idempotency_records WHERE expires_at < LEAST(${now}::timestamptz, now())
				LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
		swept += deleted;
		if (deleted < BATCH) return swept;
	}
}

/** The same when it has not been done for ten minutes. */
export const sweepNowAndThen = nowAndThen(sweepIdempotencyRecords);
