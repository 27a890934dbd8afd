import {
	type WebhookDelivery,
	type WebhookDeliveryDetail,
	webhookAttempt,
	webhookDelivery,
} from "@/lib/contract/webhook";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { WebhookDelivery as DeliveryRecord } from "@/lib/generated/prisma/client";
import { messageIdOf } from "./attempt-delivery";

/** The API's row of the delivery log. */
export function describeDelivery(record: Omit<DeliveryRecord, "payload" | "answer">): WebhookDelivery {
	const last = webhookAttempt.array().parse(record.attempt_log).at(-1);
	return rowOf(webhookDelivery, record, {
		message_id: messageIdOf(record.id),
		type: record.kind,
		event_id: record.event_id === null ? null : String(record.event_id),
		last_attempt_at: last?.at ?? null,
		response_status: last?.response_status ?? null,
		duration_ms: last?.duration_ms ?? null,
		problem: last?.problem ?? null,
		next_attempt_at: record.status === "pending" ? record.not_before.toISOString() : null,
	});
}

/** A delivery with its message and the receiver's answer. */
export function describeDeliveryDetail(record: DeliveryRecord): WebhookDeliveryDetail {
	const { payload, answer, attempt_log: attemptLog } = record;
	return { ...describeDelivery(record), payload, answer, attempt_log: webhookAttempt.array().parse(attemptLog) };
}
