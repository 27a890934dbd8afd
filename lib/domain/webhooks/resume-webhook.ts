import type { Webhook } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { describeWebhook, webhookInclude, webhooks } from "./webhooks";

/**
 * `POST /api/webhooks/<id>/resume`: resumes deliveries, at first those that wait; a replay sends
 * the events of the pause.
 * @throws NotFoundError, VersionMismatchError; InvalidStateError unless it is paused
 */
export async function resumeWebhook(
	service: Service,
	principal: Principal,
	id: string,
	expected?: Expectation,
): Promise<Webhook> {
	return transact(service.prisma, async (tx) => {
		const before = await webhooks.findForChange(tx, principal, id, expected);
		if (before.paused_at === null) throw new InvalidStateError("the webhook is not paused");
		const now = service.now();
		await tx.webhookDelivery.updateMany({
			where: { webhook_id: id, status: "pending" },
			data: { not_before: now, started_at: null },
		});
		const record = await tx.webhook.update({
			where: { id },
			data: {
				paused_at: null,
				paused_reason: null,
				failures: 0,
				hold_until: null,
				...changedAt(now),
			},
			include: webhookInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "resume",
			object_type: "webhook",
			object_id: id,
			organization_id: before.organization_id,
			detail: { description: before.description, paused_at: before.paused_at.toISOString() },
		});
		return describeWebhook(service, tx, record);
	});
}
