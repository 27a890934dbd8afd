import type { IssuedWebhook } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation } from "@/lib/domain/lists/define-resource";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { newWebhookSecret } from "./sealed-values";
import { requireWebhookIssuer } from "./webhook-rules";
import { describeIssuedWebhook, webhookInclude, webhooks } from "./webhooks";

/** After a rotation, earlier secrets sign messages for this long beside the new one. */
const OVERLAP_MS = 24 * 3_600_000;
/** One header carries the signatures of all secrets. */
const MOST_SECRETS = 5;

/**
 * `POST /api/webhooks/<id>/secrets`: issues another secret, which only this answer shows; earlier
 * secrets sign for 24 more hours.
 * @throws NotFoundError, VersionMismatchError; ForbiddenError for a restricted key;
 *   InvalidStateError while five secrets sign
 */
export async function rotateSecret(
	service: Service,
	principal: Principal,
	id: string,
	expected?: Expectation,
): Promise<IssuedWebhook> {
	const { secret, sealed } = newWebhookSecret(service);
	return transact(service.prisma, async (tx) => {
		const before = await webhooks.findForChange(tx, principal, id, expected);
		await requireWebhookIssuer(tx, principal);
		const now = service.now();
		await tx.webhookSecret.deleteMany({ where: { webhook_id: id, expires_at: { lte: now } } });
		if ((await tx.webhookSecret.count({ where: { webhook_id: id } })) >= MOST_SECRETS) {
			throw new InvalidStateError(`${MOST_SECRETS} secrets sign already: wait until one of them has expired`);
		}
		await tx.webhookSecret.updateMany({
			where: { webhook_id: id, expires_at: null },
			data: { expires_at: new Date(now.getTime() + OVERLAP_MS) },
		});
		const record = await tx.webhook.update({
			where: { id },
			data: { secrets: { create: { sealed, created_at: now } }, ...changedAt(now) },
			include: webhookInclude,
		});
		await recordEvent(service, tx, principal, {
			action: "rotate_secret",
			object_type: "webhook",
			object_id: id,
			organization_id: before.organization_id,
			detail: { description: before.description },
		});
		return describeIssuedWebhook(service, tx, record, secret);
	});
}
