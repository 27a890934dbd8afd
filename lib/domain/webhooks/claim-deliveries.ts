import { TEST_KIND } from "@/lib/contract/webhook";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** Longer than an attempt may take. */
const LEASE_SECONDS = 60;
/** Attempts under way at one webhook, in all processes. */
export const MOST_PER_WEBHOOK = 3;

export interface ClaimedDelivery {
	readonly id: string;
	readonly lease_token: string;
}

/**
 * Claims deliveries that are due, oldest first, for one process and a while; claims of a dead
 * process run out. Each webhook has few attempts under way, so that a slow receiver delays its own
 * messages only. One of the audit log has one, so that its messages keep their order.
 * @param failing true for webhooks whose last attempt failed, which get one attempt at a time;
 *   false for the others
 */
export async function claimDeliveries(
	service: Service,
	{ failing, most }: { failing: boolean; most: number },
): Promise<ClaimedDelivery[]> {
	if (most <= 0) return [];
	const now = service.now();
	const each = failing ? 1 : MOST_PER_WEBHOOK;
	const isDue = Prisma.sql`d.status = 'pending' AND d.not_before <= ${now}::timestamptz
		AND (d.lease_expires_at IS NULL OR d.lease_expires_at <= ${now}::timestamptz)
		AND (d.kind = ${TEST_KIND} OR (w.enabled AND w.paused_at IS NULL AND (w.hold_until IS NULL OR w.hold_until <= ${now}::timestamptz)))`;
	return service.prisma.$queryRaw<ClaimedDelivery[]>(Prisma.sql`
		WITH due AS MATERIALIZED (
			SELECT c.id FROM webhooks w CROSS JOIN LATERAL (
				SELECT d.id, d.not_before FROM webhook_deliveries d WHERE d.webhook_id = w.id AND ${isDue}
				ORDER BY d.not_before, d.id LIMIT GREATEST(0, CASE WHEN w.audit_position IS NULL THEN ${each}::int ELSE 1 END - (SELECT count(*) FROM webhook_deliveries b
					WHERE b.webhook_id = w.id AND b.status = 'pending' AND b.lease_expires_at > ${now}::timestamptz))
				FOR UPDATE OF d SKIP LOCKED) c
			WHERE (w.failures > 0) = ${failing}::boolean ORDER BY c.not_before, c.id LIMIT ${most})
		UPDATE webhook_deliveries SET lease_token = gen_random_uuid(),
			lease_expires_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
		FROM due WHERE webhook_deliveries.id = due.id
		RETURNING webhook_deliveries.id, webhook_deliveries.lease_token`);
}

/** Gives a delivery back whose attempt was broken off: the next process makes it. */
export async function releaseDelivery(
	service: Service,
	{ id, lease_token: leaseToken }: ClaimedDelivery,
): Promise<void> {
	await service.prisma.webhookDelivery.updateMany({
		where: { id, lease_token: leaseToken },
		data: { lease_token: null, lease_expires_at: null },
	});
}
