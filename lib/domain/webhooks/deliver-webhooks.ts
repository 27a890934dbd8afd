import { Prisma } from "@/lib/generated/prisma/client";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Resolve } from "@/lib/platform/outgoing/reachable-connection";
import { pause } from "@/lib/platform/pause";
import type { Service } from "@/lib/platform/service";
import { attemptDelivery } from "./attempt-delivery";
import { type ClaimedDelivery, claimDeliveries, releaseDelivery } from "./claim-deliveries";
import { queueAuditEvents } from "./queue-audit-events";

/** Attempts under way in one process. */
export const MOST_UNDER_WAY = 32;
/** Of these, at webhooks whose last attempt failed: those that wait for nothing do not fill all. */
const MOST_AT_FAILING = 16;
/** How often something new is looked for while attempts are under way. */
const LOOK_EVERY_MS = 1_000;

export interface DeliveryOptions {
	/** Finds addresses; by DNS unless a test does. */
	readonly resolve?: Resolve;
	readonly timeoutMs?: number;
}

/** Whether {@link deliverWebhooks} may have something to do: also where a webhook is held back. */
export const isDeliveryDue = ({ now }: Service) => Prisma.sql`(EXISTS (SELECT FROM webhook_deliveries
		WHERE status = 'pending' AND not_before <= ${now()}::timestamptz)
	OR EXISTS (SELECT FROM webhooks WHERE enabled AND paused_at IS NULL
		AND audit_position < (SELECT max(position) FROM audit_chain)))`;

/**
 * Sends the deliveries that are due, several at once, until none is due or under way
 * (docs/contract.md, Webhooks). Attempts that `stopping` breaks off are not counted.
 * @returns how many attempts were made
 */
export async function deliverWebhooks(
	service: Service,
	stopping: AbortSignal,
	options: DeliveryOptions = {},
): Promise<number> {
	const underWay = new Map<Promise<void>, { readonly failing: boolean }>();
	let made = 0;
	const start = (claimed: ClaimedDelivery, failing: boolean) => {
		const attempt = attemptOnce(service, claimed, stopping, options).finally(() => underWay.delete(attempt));
		underWay.set(attempt, { failing });
		made += 1;
	};
	try {
		while (!stopping.aborted) {
			await queueAuditEvents(service);
			const healthy = await claimDeliveries(service, { failing: false, most: MOST_UNDER_WAY - underWay.size });
			for (const claimed of healthy) start(claimed, false);
			const atFailing = [...underWay.values()].filter(({ failing }) => failing).length;
			const most = Math.min(MOST_UNDER_WAY - underWay.size, MOST_AT_FAILING - atFailing);
			const failing = await claimDeliveries(service, { failing: true, most });
			for (const claimed of failing) start(claimed, true);
			if (underWay.size === 0) {
				if (healthy.length === 0 && failing.length === 0) return made;
				// Fast deliveries may have let the next ones become due.
				continue;
			}
			await Promise.race([...underWay.keys(), pause(LOOK_EVERY_MS, stopping)]);
		}
		return made;
	} finally {
		await Promise.all(underWay.keys());
	}
}

async function attemptOnce(
	service: Service,
	claimed: ClaimedDelivery,
	stopping: AbortSignal,
	options: DeliveryOptions,
): Promise<void> {
	try {
		await attemptDelivery(service, claimed, stopping, options);
	} catch (thrown) {
		if (!stopping.aborted) return logFailure(thrown, "a webhook could not be sent", { delivery_id: claimed.id });
		await releaseDelivery(service, claimed).catch((error: unknown) => {
			logFailure(error, "a webhook's delivery could not be given back", { delivery_id: claimed.id });
		});
	}
}
