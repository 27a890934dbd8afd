import { TEST_KIND, type WebhookDelivery } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { describeDelivery } from "./describe-delivery";
import { webhooks } from "./webhooks";

/** Tests that wait for their attempt. */
export const MOST_TESTS = 5;

/**
 * `POST /api/webhooks/<id>/test`: queues one message that is tried once, also while the webhook is
 * switched off or paused.
 * @throws NotFoundError; InvalidStateError while five tests wait
 */
export async function testWebhook(service: Service, principal: Principal, id: string): Promise<WebhookDelivery> {
	return transact(service.prisma, async (tx) => {
		await webhooks.findForChange(tx, principal, id);
		const waiting = await tx.webhookDelivery.count({ where: { webhook_id: id, kind: TEST_KIND, status: "pending" } });
		if (waiting >= MOST_TESTS) throw new InvalidStateError(`${waiting} tests wait already: wait for their outcome`);
		const now = service.now();
		const record = await tx.webhookDelivery.create({
			data: { webhook_id: id, kind: TEST_KIND, occurred_at: now, not_before: now, created_at: now },
		});
		return describeDelivery(record);
	});
}
