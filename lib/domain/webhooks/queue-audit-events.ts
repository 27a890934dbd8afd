import { AUDIT_KIND } from "@/lib/contract/constants";
import { principalOfWebhook } from "@/lib/domain/access/access";
import { principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { findChainedEvents, SPAN } from "@/lib/domain/audit/audit-lines";
import { lastLink } from "@/lib/domain/audit/chain/walk-chain";
import { transact } from "@/lib/platform/db/transact";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service, Transaction } from "@/lib/platform/service";

/** Events of one message. */
export const MOST_AUDIT_EVENTS = 100;

/**
 * Queues for each webhook that sends the audit log the next part of the chain that its owner may
 * read, once the part before was accepted. Later events wait in the chain.
 */
export async function queueAuditEvents(service: Service): Promise<void> {
	const behind = await service.prisma.$queryRaw<{ id: string }[]>`
		SELECT w.id FROM webhooks w WHERE w.enabled AND w.paused_at IS NULL
			AND w.audit_position < (SELECT max(position) FROM audit_chain)
			AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d
				WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.audit_until IS NOT NULL)`;
	for (const { id } of behind) {
		await transact(service.prisma, (tx) => queueNextPart(service, tx, id)).catch((error: unknown) =>
			logFailure(error, "the next part of the audit log could not be queued", { webhook_id: id }),
		);
	}
}

/**
 * Queues the next part for one webhook, unless one is pending.
 * @returns how many are queued: one at most
 */
export async function queueNextPart(service: Pick<Service, "now">, tx: Transaction, id: string): Promise<number> {
	// The lock comes first: only later statements see the deliveries that other processes have
	// queued.
	const locked = await tx.$queryRaw<unknown[]>`SELECT 1 FROM webhooks WHERE id = ${id}::uuid FOR UPDATE SKIP LOCKED`;
	// Another process is at it, and one that fails must not hold up the messages of others.
	if (locked.length === 0) return 0;
	const webhook = await tx.webhook.findFirst({
		where: {
			...{ id, enabled: true, paused_at: null },
			deliveries: { none: { status: "pending", audit_until: { not: null } } },
		},
		select: { organization_id: true, audit_position: true, owner: { select: principalSelect } },
	});
	const after = webhook?.audit_position ?? null;
	if (webhook === null || after === null) return 0;
	const principal = principalOfWebhook(webhook);
	const end = (await lastLink(tx))?.position ?? 0n;
	if (principal === null || end <= after) return 0;
	const spanned = after + SPAN < end ? after + SPAN : end;
	const found = await findChainedEvents(tx, principal, { after, until: spanned, most: MOST_AUDIT_EVENTS });
	const last = found.at(-1);
	const until = last !== undefined && found.length === MOST_AUDIT_EVENTS ? last.position : spanned;
	await tx.webhook.update({ where: { id }, data: { audit_position: until } });
	if (last === undefined) return 0;
	const now = service.now();
	await tx.webhookDelivery.create({
		data: {
			...{ webhook_id: id, kind: AUDIT_KIND, audit_after: after, audit_until: until },
			...{ occurred_at: last.at, not_before: now, created_at: now },
		},
	});
	return 1;
}
