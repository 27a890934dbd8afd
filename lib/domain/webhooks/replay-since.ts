import { NOTICE_KINDS, NOTICES } from "@/lib/contract/notices";
import type { Replayed, ReplaySince } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { type AuditEvent, Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { findWebhookForChange } from "./find-webhook";
import { queueDeliveries, takingSelect } from "./queue-deliveries";
import { DELIVERIES_KEPT_MS } from "./sweep-deliveries";

/** Events that one call looks at. */
const BATCH = 500;

type Event = Pick<AuditEvent, "id" | "at" | "action" | "objectType" | "targetId" | "organizationId" | "designOrgId">;

/**
 * `POST /api/webhooks/<id>/replay`: sends everything since a time again, also what had no delivery,
 * because the webhook was paused, switched off, or made later.
 * @throws NotFoundError; InvalidArgumentError for a time more than 30 days ago
 */
export async function replaySince(
	service: Service,
	principal: Principal,
	webhookId: string,
	{ since, after }: ReplaySince,
): Promise<Replayed> {
	const from = new Date(since);
	if (service.now().getTime() - from.getTime() > DELIVERIES_KEPT_MS) {
		throw new InvalidArgumentError("'since' must lie within the last 30 days", { parameter: "since" });
	}
	return transact(service.prisma, async (tx) => {
		const found = await findWebhookForChange(tx, principal, webhookId);
		const webhook = await tx.webhook.findUniqueOrThrow({ where: { id: webhookId }, select: takingSelect });
		const events = await eventsSince(tx, found.organizationId, from, BigInt(after ?? 0));
		const queued = await queueDeliveries(service, tx, webhook, events, true);
		if (after === undefined) {
			await recordEvent(service, tx, principal, {
				action: "replay",
				objectType: "webhook",
				objectId: webhookId,
				organizationId: found.organizationId,
				detail: { description: found.description, since: from.toISOString() },
			});
		}
		const last = events.at(-1);
		return { queued, next: events.length === BATCH && last !== undefined ? String(last.id) : null };
	});
}

/** Events of which notices follow, oldest first; those still in the outbox are told by it. */
function eventsSince(tx: Transaction, organizationId: string | null, from: Date, after: bigint): Promise<Event[]> {
	const kinds = NOTICE_KINDS.flatMap((kind) =>
		NOTICES[kind].actions.map((action) => Prisma.sql`(${NOTICES[kind].on}::text, ${action}::text)`),
	);
	const concerns =
		organizationId === null
			? Prisma.sql`TRUE`
			: Prisma.sql`(e.organization_id = ${organizationId}::uuid OR e.design_org_id = ${organizationId}::uuid)`;
	return tx.$queryRaw<Event[]>(Prisma.sql`
		SELECT e.id, e.at, e.action, e.object_type AS "objectType", e.target_id AS "targetId",
			e.organization_id AS "organizationId", e.design_org_id AS "designOrgId"
		FROM audit_events e WHERE e.at >= ${from}::timestamptz AND e.id > ${after}::bigint AND ${concerns}
			AND (e.object_type, e.action) IN (${Prisma.join(kinds)})
			AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.event_id = e.id)
		ORDER BY e.id LIMIT ${BATCH}`);
}
