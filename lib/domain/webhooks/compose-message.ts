import { TEST_KIND } from "@/lib/contract/webhook";
import { principalOfWebhook, toldEvents } from "@/lib/domain/access/access";
import { type AuditEvent, Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import type { AttemptedDelivery } from "./attempt-delivery";
import { type ChatMessage, chatMessageOf } from "./chat-message";
import { describeEvent, type EventData } from "./describe-event";
import { slackMessage } from "./slack-message";
import { teamsMessage } from "./teams-message";

/** A message by the Standard Webhooks specification. */
export interface WebhookMessage {
	readonly type: string;
	/** When it happened. */
	readonly timestamp: string;
	readonly data: EventData | TestData;
}

interface TestData {
	readonly message: string;
	readonly webhook: { readonly id: string; readonly description: string };
}

/**
 * What is sent for a delivery now, in the form of the webhook; null where its owner may not be told
 * of the event any longer, or its object is gone.
 */
export async function composeMessage(service: Service, delivery: AttemptedDelivery): Promise<object | null> {
	const message = delivery.eventId === null ? testMessage(delivery) : await eventMessage(service, delivery);
	if (message === null) return null;
	const { format } = delivery.webhook;
	if (format === "json") return message;
	const chat: ChatMessage = chatMessageOf(message);
	return format === "slack" ? slackMessage(chat) : teamsMessage(chat);
}

function testMessage({ occurredAt, webhook }: AttemptedDelivery): WebhookMessage {
	return {
		type: TEST_KIND,
		timestamp: occurredAt.toISOString(),
		data: {
			message: "This is a test of a webhook of the Targeting Service.",
			webhook: { id: webhook.id, description: webhook.description },
		},
	};
}

async function eventMessage(service: Service, delivery: AttemptedDelivery): Promise<WebhookMessage | null> {
	const principal = principalOfWebhook(delivery.webhook);
	if (principal === null) return null;
	const [visible] = await service.prisma.$queryRaw<{ id: bigint }[]>(
		Prisma.sql`SELECT e.id FROM audit_events e WHERE e.id = ${delivery.eventId}::bigint AND ${toldEvents(principal)}`,
	);
	if (visible === undefined) return null;
	const event: AuditEvent = await service.prisma.auditEvent.findUniqueOrThrow({ where: { id: visible.id } });
	const data = await describeEvent(service, principal, event, delivery.kind);
	return { type: delivery.kind, timestamp: event.at.toISOString(), data };
}
