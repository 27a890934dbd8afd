import { type WebhookDelivery, type WebhookDeliveryDetail, webhookAttempt } from "@/lib/contract/webhook";
import type { WebhookDelivery as DeliveryRecord } from "@/lib/generated/prisma/client";
import { messageIdOf } from "./attempt-delivery";

/** The API's row of the delivery log. */
export function describeDelivery(record: Omit<DeliveryRecord, "payload" | "answer">): WebhookDelivery {
	const last = webhookAttempt.array().parse(record.attemptLog).at(-1);
	return {
		id: record.id,
		message_id: messageIdOf(record.id),
		type: record.kind,
		event_id: record.eventId === null ? null : String(record.eventId),
		occurred_at: record.occurredAt.toISOString(),
		status: record.status,
		attempts: record.attempts,
		last_attempt_at: last?.at ?? null,
		response_status: last?.response_status ?? null,
		duration_ms: last?.duration_ms ?? null,
		problem: last?.problem ?? null,
		next_attempt_at: record.status === "pending" ? record.notBefore.toISOString() : null,
		created_at: record.createdAt.toISOString(),
		settled_at: record.settledAt?.toISOString() ?? null,
	};
}

/** A delivery with what was sent and answered. */
export function describeDeliveryDetail(record: DeliveryRecord): WebhookDeliveryDetail {
	const { payload, answer, attemptLog } = record;
	return { ...describeDelivery(record), payload, answer, attempt_log: webhookAttempt.array().parse(attemptLog) };
}
