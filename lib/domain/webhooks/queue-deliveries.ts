import { createHash } from "node:crypto";
import { type NoticeKind, noticeOf } from "@/lib/contract/events/events";
import { deliverableEvents, principalOfWebhook } from "@/lib/domain/access/access";
import { principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { type AuditEvent, Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";

/** The columns by which a webhook takes events. */
export const takingSelect = {
	id: true,
	organization_id: true,
	events: true,
	target_ids: true,
	owner_org_ids: true,
	owner: { select: principalSelect },
} satisfies Prisma.WebhookSelect;
type TakingWebhook = Prisma.WebhookGetPayload<{ select: typeof takingSelect }>;

type TakenEvent = Pick<
	AuditEvent,
	"id" | "at" | "action" | "object_type" | "target_id" | "organization_id" | "design_org_id"
>;

/**
 * Queues a delivery for each event that passes the webhook's filter and its owner's rights.
 * @param again whether existing deliveries are sent again
 * @returns how many are queued
 */
export async function queueDeliveries(
	service: Pick<Service, "now">,
	tx: Transaction,
	webhook: TakingWebhook,
	events: readonly TakenEvent[],
	again: boolean,
): Promise<number> {
	const taken = events.flatMap((event) => {
		const kind = noticeOf(event);
		return kind !== null && fits(webhook, event, kind) ? [{ event, kind }] : [];
	});
	const principal = principalOfWebhook(webhook);
	if (taken.length === 0 || principal === null) return 0;
	const ids = taken.map(({ event }) => event.id);
	const told = await tx.$queryRaw<{ id: bigint }[]>(
		Prisma.sql`SELECT e.id FROM audit_events e WHERE e.id = ANY (${ids}::bigint[]) AND ${deliverableEvents(principal)}`,
	);
	const visible = new Set(told.map(({ id }) => id));
	const rows = taken.filter(({ event }) => visible.has(event.id));
	return rows.length === 0 ? 0 : insertDeliveries(tx, webhook.id, rows, service.now(), again);
}

/** Whether the event is one that the webhook's filter names, and concerns its organization. */
function fits(webhook: TakingWebhook, event: TakenEvent, kind: NoticeKind): boolean {
	const { organization_id: organizationId, events, target_ids: targetIds, owner_org_ids: ownerOrgIds } = webhook;
	const among = (ids: readonly string[], id: string | null) => ids.length === 0 || (id !== null && ids.includes(id));
	if (!among(events, kind) || !among(targetIds, event.target_id) || !among(ownerOrgIds, event.design_org_id))
		return false;
	return organizationId === null || [event.organization_id, event.design_org_id].includes(organizationId);
}

async function insertDeliveries(
	tx: Transaction,
	webhookId: string,
	rows: readonly { readonly event: TakenEvent; readonly kind: NoticeKind }[],
	now: Date,
	again: boolean,
): Promise<number> {
	const ids = rows.map(({ event }) => deliveryIdOf(webhookId, event.id));
	const sendAgain = Prisma.sql`UPDATE SET status = 'pending', not_before = excluded.not_before, started_at = NULL, settled_at = NULL
		WHERE webhook_deliveries.status <> 'pending'`;
	return tx.$executeRaw(Prisma.sql`
		INSERT INTO webhook_deliveries (id, webhook_id, event_id, kind, occurred_at, not_before, created_at)
		SELECT n.id, ${webhookId}::uuid, n.event_id, n.kind, n.at, ${now}::timestamptz, ${now}::timestamptz
		FROM unnest(${ids}::uuid[], ${rows.map(({ event }) => event.id)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
			${rows.map(({ event }) => event.at)}::timestamptz[]) AS n (id, event_id, kind, at)
		ON CONFLICT (webhook_id, event_id) DO ${again ? sendAgain : Prisma.sql`NOTHING`}`);
}

/**
 * The id of a delivery, and so of its message: it follows from webhook and event, so that it stays
 * the same when the row was removed and the event is replayed.
 */
function deliveryIdOf(webhookId: string, eventId: bigint): string {
	const hex = createHash("sha256").update(`${webhookId} ${eventId}`).digest("hex");
	return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
