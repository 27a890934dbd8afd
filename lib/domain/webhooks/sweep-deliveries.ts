import type { Service } from "@/lib/platform/service";

/** Deliveries are kept for this long. */
export const DELIVERIES_KEPT_MS = 30 * 86_400_000;

/** Rows that one statement removes. */
const BATCH = 1_000;

/**
 * Removes old deliveries, and secrets that no longer sign. The part of the audit log that a paused
 * webhook is to send next stays, so that none is missing when it goes on.
 * @returns how many rows were removed
 */
export async function sweepDeliveries(service: Service): Promise<number> {
	const now = service.now();
	const old = new Date(now.getTime() - DELIVERIES_KEPT_MS);
	const { count: secrets } = await service.prisma.webhookSecret.deleteMany({ where: { expires_at: { lte: now } } });
	for (let total = secrets; ; ) {
		const removed = await service.prisma.$executeRaw`
			DELETE FROM webhook_deliveries WHERE id IN (
				SELECT id FROM webhook_deliveries WHERE created_at < ${old}::timestamptz
					AND NOT (status = 'pending' AND audit_until IS NOT NULL) ORDER BY created_at LIMIT ${BATCH})`;
		total += removed;
		if (removed < BATCH) return total;
	}
}
