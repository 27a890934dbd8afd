import type { Webhook } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { describeWebhook, webhookInclude } from "./describe-webhook";
import { findWebhookForChange } from "./find-webhook";

/**
 * `POST /api/webhooks/<id>/resume`: sends again, at once what was waiting; what happened during the
 * pause is sent by a replay.
 * @throws NotFoundError, VersionMismatchError; InvalidStateError unless it is paused
 */
export async function resumeWebhook(
	service: Service,
	principal: Principal,
	id: string,
	expectation: { readonly revision?: number } = {},
): Promise<Webhook> {
	return transact(service.prisma, async (tx) => {
		const before = await findWebhookForChange(tx, principal, id, expectation);
		if (before.pausedAt === null) throw new InvalidStateError("the webhook is not paused");
		const now = service.now();
		await tx.webhookDelivery.updateMany({
			where: { webhookId: id, status: "pending" },
			data: { notBefore: now, startedAt: null },
		});
		const record = await tx.webhook.update({
			where: { id },
			data: {
				pausedAt: null,
				pausedReason: null,
				failures: 0,
				holdUntil: null,
				updatedAt: now,
				revision: { increment: 1 },
			},
			include: webhookInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "resume",
			objectType: "webhook",
			objectId: id,
			organizationId: before.organizationId,
			detail: { description: before.description, paused_at: before.pausedAt.toISOString() },
		});
		return describeWebhook(service, tx, record);
	});
}
