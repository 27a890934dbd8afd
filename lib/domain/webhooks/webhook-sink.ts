import { noticeOf } from "@/lib/contract/events/events";
import type { Sink } from "@/lib/domain/outbox/hand-over";
import { queueDeliveries, takingSelect } from "./queue-deliveries";

/**
 * Queues events for the webhooks that take them (docs/contract.md, Webhooks). Webhooks that are off
 * or paused get none; a replay makes up for it.
 */
export const webhookSink: Sink = {
	name: "webhooks",
	take: async (service, tx, events) => {
		const told = events.filter((event) => noticeOf(event) !== null);
		if (told.length === 0) return;
		const webhooks = await tx.webhook.findMany({
			where: { enabled: true, paused_at: null },
			select: takingSelect,
			orderBy: { id: "asc" },
		});
		for (const webhook of webhooks) await queueDeliveries(service, tx, webhook, told, false);
	},
};
