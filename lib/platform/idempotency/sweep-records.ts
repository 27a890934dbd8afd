import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/** Rows per DELETE, so that no statement blocks others for long. */
const BATCH = 2_000;

/** Deletes expired rows. Returns their number. */
export async function sweepIdempotencyRecords(service: Service): Promise<number> {
	const now = service.now();
	let swept = 0;
	for (;;) {
		const deleted = await service.prisma.$executeRaw`
			DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(
				SELECT ctid FROM idempotency_records WHERE expires_at < ${now}::timestamptz
				LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;
		swept += deleted;
		if (deleted < BATCH) return swept;
	}
}

/** Sweeps at most every ten minutes. */
export const sweepNowAndThen = nowAndThen(sweepIdempotencyRecords);
