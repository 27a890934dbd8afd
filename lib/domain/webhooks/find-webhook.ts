import { visibleWebhooks } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Transaction } from "@/lib/platform/service";
import { NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { type WebhookRecord, webhookInclude } from "./describe-webhook";

/**
 * A webhook that the caller may see and change.
 * @throws NotFoundError for others
 */
export async function findWebhook(db: Transaction, principal: Principal, id: string): Promise<WebhookRecord> {
	const record = await db.webhook.findFirst({
		where: { AND: [visibleWebhooks(principal), { id }] },
		include: webhookInclude,
	});
	if (record === null) throw new NotFoundError("webhook not found");
	return record;
}

/**
 * {@link findWebhook}, locked for a change in this transaction.
 * @throws NotFoundError; VersionMismatchError at another revision than expected
 */
export async function findWebhookForChange(
	tx: Transaction,
	principal: Principal,
	id: string,
	{ revision }: { readonly revision?: number } = {},
): Promise<WebhookRecord> {
	await tx.$queryRaw`SELECT 1 FROM webhooks WHERE id = ${id}::uuid FOR UPDATE`;
	const record = await findWebhook(tx, principal, id);
	if (revision !== undefined && revision !== record.revision) {
		throw new VersionMismatchError(
			`the webhook is at revision ${record.revision}, not ${revision}: it was changed in the meantime`,
		);
	}
	return record;
}
