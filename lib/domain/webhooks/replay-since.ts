import { NOTICE_KINDS, NOTICES } from "@/lib/contract/events/events";
import type { Replayed, ReplaySince } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { RETENTION } from "@/lib/domain/retention/remove-old-rows";
import { type AuditEvent, Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { queueNextPart } from "./queue-audit-events";
import { queueDeliveries, takingSelect } from "./queue-deliveries";
import { type WebhookRecord, webhooks } from "./webhooks";

/** Calls for one webhook: each may queue 500 messages. */
export const REPLAYS_A_MINUTE = 60;

const DAY_MS = 86_400_000;
/** Events that one call looks at. */
const BATCH = 500;

type Event = Pick<
	AuditEvent,
	"id" | "at" | "action" | "object_type" | "target_id" | "organization_id" | "design_org_id"
>;

/**
 * `POST /api/webhooks/<id>/replay`: sends all events since a time again, with those that had no
 * delivery because the webhook was paused, off, or created later.
 * @throws NotFoundError; InvalidArgumentError for a time more than 30 days ago; ThrottledError
 */
export async function replaySince(
	service: Service,
	principal: Principal,
	webhookId: string,
	{ since, after }: ReplaySince,
): Promise<Replayed> {
	const from = new Date(since);
	if (service.now().getTime() - from.getTime() > RETENTION.webhook_deliveries.days * DAY_MS) {
		throw new InvalidArgumentError("'since' must lie within the last 30 days", { parameter: "since" });
	}
	// An invisible webhook is not found, and does not count against the limit.
	await webhooks.find(service.prisma, principal, webhookId);
	await takeCall(service, `replays:${webhookId}`, REPLAYS_A_MINUTE);
	return transact(service.prisma, async (tx) => {
		const found = await webhooks.findForChange(tx, principal, webhookId);
		const replayed =
			found.audit_position === null
				? await replayNotices(service, tx, found, from, BigInt(after ?? 0))
				: { queued: await replayAudit(service, tx, found, from), next: null };
		if (after === undefined) {
			await recordEvent(service, tx, principal, {
				action: "replay",
				object_type: "webhook",
				object_id: webhookId,
				organization_id: found.organization_id,
				detail: { description: found.description, since: from.toISOString() },
			});
		}
		return replayed;
	});
}

async function replayNotices(
	service: Service,
	tx: Transaction,
	{ id, organization_id: organizationId }: WebhookRecord,
	from: Date,
	after: bigint,
): Promise<Replayed> {
	const webhook = await tx.webhook.findUniqueOrThrow({ where: { id }, select: takingSelect });
	const events = await eventsSince(tx, organizationId, from, after);
	const queued = await queueDeliveries(service, tx, webhook, events, true);
	const last = events.at(-1);
	return { queued, next: events.length === BATCH && last !== undefined ? String(last.id) : null };
}

/**
 * Goes back in the chain to the first event since a time, and on from there. The chain is in the
 * order of commits: no event precedes one that is an hour older.
 */
async function replayAudit(service: Service, tx: Transaction, webhook: WebhookRecord, from: Date): Promise<number> {
	const { id: webhookId, audit_position: auditPosition } = webhook;
	const [first] = await tx.$queryRaw<{ position: bigint | null }[]>`
		WITH first AS (SELECT at FROM audit_events WHERE at >= ${from}::timestamptz ORDER BY at LIMIT 1)
		SELECT min(c.position) AS position FROM audit_events e JOIN audit_chain c ON c.event_id = e.id
		WHERE e.at >= (SELECT at FROM first) AND e.at < (SELECT at FROM first) + interval '1 hour'`;
	const pending = { webhook_id: webhookId, status: "pending", audit_until: { not: null } } as const;
	const waiting = await tx.webhookDelivery.findMany({ where: pending, select: { audit_after: true } });
	await tx.webhookDelivery.deleteMany({ where: pending });
	// Never forward: that would skip unsent events.
	const starts = [
		auditPosition,
		first?.position && first.position - 1n,
		...waiting.map(({ audit_after: auditAfter }) => auditAfter),
	];
	const known = starts.flatMap((start) => start ?? []);
	const earliest = known.reduce((one, other) => (other < one ? other : one));
	await tx.webhook.update({ where: { id: webhookId }, data: { audit_position: earliest } });
	return queueNextPart(service, tx, webhookId);
}

/**
 * Events with notices, oldest first, without those still in the outbox, which queues them itself.
 */
function eventsSince(tx: Transaction, organizationId: string | null, from: Date, after: bigint): Promise<Event[]> {
	const kinds = NOTICE_KINDS.flatMap((kind) =>
		Object.keys(NOTICES[kind].titles).map((action) => Prisma.sql`(${NOTICES[kind].on}::text, ${action}::text)`),
	);
	const concerns =
		organizationId === null
			? Prisma.sql`TRUE`
			: Prisma.sql`(e.organization_id = ${organizationId}::uuid OR e.design_org_id = ${organizationId}::uuid)`;
	return tx.$queryRaw<Event[]>(Prisma.sql`
		SELECT e.id, e.at, e.action, e.object_type, e.target_id,
			e.organization_id, e.design_org_id
		FROM audit_events e WHERE e.at >= ${from}::timestamptz AND e.id > ${after}::bigint AND ${concerns}
			AND (e.object_type, e.action) IN (${Prisma.join(kinds)})
			AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.event_id = e.id)
		ORDER BY e.id LIMIT ${BATCH}`);
}
