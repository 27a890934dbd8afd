import type { WebhookDelivery } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { describeDelivery } from "./describe-delivery";
import { findDelivery } from "./list-deliveries";
import { webhooks } from "./webhooks";

/**
 * `POST /api/webhooks/<id>/deliveries/<delivery>/replay`: sends it again, with the same id and the
 * present state of its objects.
 * @throws NotFoundError; InvalidStateError while it is pending
 */
export async function replayDelivery(
	service: Service,
	principal: Principal,
	webhookId: string,
	id: string,
): Promise<WebhookDelivery> {
	return transact(service.prisma, async (tx) => {
		const webhook = await webhooks.findForChange(tx, principal, webhookId);
		const { status } = await findDelivery(tx, webhookId, id);
		if (status === "pending") throw new InvalidStateError("the delivery is pending: it is sent automatically");
		const record = await tx.webhookDelivery.update({
			where: { id },
			data: { status: "pending", not_before: service.now(), started_at: null, settled_at: null },
		});
		await recordEvent(service, tx, principal, {
			action: "replay",
			object_type: "webhook",
			object_id: webhookId,
			organization_id: webhook.organization_id,
			detail: { description: webhook.description, delivery_id: id },
		});
		return describeDelivery(record);
	});
}
