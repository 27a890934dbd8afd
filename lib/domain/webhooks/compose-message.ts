import { AUDIT_KIND } from "@/lib/contract/constants";
import { TEST_KIND } from "@/lib/contract/webhook";
import { deliverableEvents, principalOfWebhook } from "@/lib/domain/access/access";
import { type AuditLine, findChainedEvents, loadAuditLines } from "@/lib/domain/audit/audit-lines";
import { type AuditEvent, Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import type { AttemptedDelivery } from "./attempt-delivery";
import { type ChatMessage, chatMessageOf } from "./chat-message";
import { describeEvent, type EventData } from "./describe-event";
import { MOST_AUDIT_EVENTS } from "./queue-audit-events";
import { slackMessage } from "./slack-message";
import { teamsMessage } from "./teams-message";

/** A message by the Standard Webhooks specification. */
export interface WebhookMessage {
	readonly type: string;
	/** When it happened. */
	readonly timestamp: string;
	readonly data: EventData | TestData;
}

interface AuditMessage extends Omit<WebhookMessage, "data"> {
	readonly data: { readonly events: readonly AuditLine[] };
}

interface TestData {
	readonly message: string;
	readonly webhook: { readonly id: string; readonly description: string };
}

/**
 * The present message of a delivery, in the webhook's format. Null where its owner may no longer
 * learn of the event, or its object is gone.
 */
export async function composeMessage(service: Service, delivery: AttemptedDelivery): Promise<object | null> {
	if (delivery.kind === AUDIT_KIND) return auditMessage(service, delivery);
	const message = delivery.kind === TEST_KIND ? testMessage(delivery) : await eventMessage(service, delivery);
	if (message === null) return null;
	const { format } = delivery.webhook;
	if (format === "json") return message;
	const chat: ChatMessage = chatMessageOf(message);
	return format === "slack" ? slackMessage(chat) : teamsMessage(chat);
}

function testMessage({ occurred_at: occurredAt, webhook }: AttemptedDelivery): WebhookMessage {
	return {
		type: TEST_KIND,
		timestamp: occurredAt.toISOString(),
		data: {
			message: "This is a test of a webhook of the Targeting Service.",
			webhook: { id: webhook.id, description: webhook.description },
		},
	};
}

/** A part of the audit log, as `GET /api/exports/audit-events` gives it to the webhook's owner. */
async function auditMessage(
	service: Service,
	{ kind, occurred_at: occurredAt, audit_after: auditAfter, audit_until: auditUntil, webhook }: AttemptedDelivery,
): Promise<AuditMessage | null> {
	const principal = principalOfWebhook(webhook);
	const isWanted = webhook.audit_position !== null;
	if (principal === null || !isWanted || auditAfter === null || auditUntil === null) return null;
	const part = { after: auditAfter, until: auditUntil, most: MOST_AUDIT_EVENTS };
	const found = await findChainedEvents(service.prisma, principal, part);
	const events = await loadAuditLines(service.prisma, principal, found);
	return events.length === 0 ? null : { type: kind, timestamp: occurredAt.toISOString(), data: { events } };
}

async function eventMessage(service: Service, delivery: AttemptedDelivery): Promise<WebhookMessage | null> {
	const principal = principalOfWebhook(delivery.webhook);
	if (principal === null) return null;
	const [visible] = await service.prisma.$queryRaw<{ id: bigint }[]>(
		Prisma.sql`SELECT e.id FROM audit_events e WHERE e.id = ${delivery.event_id}::bigint AND ${deliverableEvents(principal)}`,
	);
	if (visible === undefined) return null;
	const event: AuditEvent = await service.prisma.auditEvent.findUniqueOrThrow({ where: { id: visible.id } });
	const data = await describeEvent(service, principal, event, delivery.kind);
	return { type: delivery.kind, timestamp: event.at.toISOString(), data };
}
