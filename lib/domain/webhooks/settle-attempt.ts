import { TEST_KIND, type WebhookAttempt, webhookAttempt } from "@/lib/contract/webhook";
import { principalOfWebhook } from "@/lib/domain/access/access";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Answer } from "@/lib/platform/outgoing/post-message";
import type { Service, Transaction } from "@/lib/platform/service";
import type { AttemptedDelivery } from "./attempt-delivery";
import { nextAttempt, parseRetryAfter } from "./back-off";
import type { ClaimedDelivery } from "./claim-deliveries";
import { openUrl } from "./sealed-values";

/** Attempts that a delivery keeps. */
const MAX_LOGGED_ATTEMPTS = 50;
/** The receiver wants no more messages (Standard Webhooks). */
const GONE = 410;

interface Attempt {
	readonly claimed: ClaimedDelivery;
	readonly body: string;
	readonly startedAt: Date;
	readonly durationMs: number;
	/** Null where none came. */
	readonly answer: Answer | null;
	/** Null for a success. */
	readonly problem: string | null;
}

/**
 * Ends a delivery of an event that its owner may no longer learn of, without revealing it. A part
 * of the audit log comes again when the owner has the right again.
 */
export async function withholdDelivery(
	service: Service,
	claimed: ClaimedDelivery,
	{ audit_after: auditAfter, webhook }: AttemptedDelivery,
): Promise<void> {
	await transact(service.prisma, async (tx) => {
		const { count } = await tx.webhookDelivery.updateMany({
			where: { ...claimed },
			data: { status: "withheld", settled_at: service.now(), lease_token: null, lease_expires_at: null },
		});
		if (count === 0 || auditAfter === null || principalOfWebhook(webhook) !== null) return;
		await tx.webhook.updateMany({
			where: { id: webhook.id, audit_position: { gt: auditAfter } },
			data: { audit_position: auditAfter },
		});
	});
}

/**
 * Records an attempt, unless another process has taken the delivery over. A delivery that failed
 * for three days pauses its webhook, unless another one has succeeded since; 410 does so at once.
 */
export async function settleAttempt(service: Service, delivery: AttemptedDelivery, attempt: Attempt): Promise<void> {
	const now = service.now();
	const outcome = outcomeOf(delivery, attempt, now);
	await transact(service.prisma, async (tx) => {
		const { count } = await tx.webhookDelivery.updateMany({
			where: { ...attempt.claimed },
			data: {
				...outcome.state,
				attempts: { increment: 1 },
				started_at: delivery.started_at ?? attempt.startedAt,
				// The audit log has its events, and an erasure rewrites them there.
				payload: isOfAudit(delivery) ? null : attempt.body,
				attempt_log: logWith(delivery.attempt_log, attempt),
				// PostgreSQL's text has no NUL.
				answer: attempt.answer?.body.replaceAll("\0", "\ufffd") ?? null,
				lease_token: null,
				lease_expires_at: null,
			},
		});
		if (count === 0) return;
		await tx.webhook.updateMany({
			where: { id: delivery.webhook_id },
			data:
				attempt.problem === null
					? { failures: 0, last_success_at: now, hold_until: null }
					: { failures: { increment: 1 }, ...(outcome.holdUntil === null ? {} : { hold_until: outcome.holdUntil }) },
		});
		if (outcome.pause !== null) await pauseWebhook(service, tx, delivery, outcome.pause);
	});
}

function outcomeOf(delivery: AttemptedDelivery, { answer, problem, startedAt }: Attempt, now: Date) {
	const settled = (status: "delivered" | "failed") => ({ status, settled_at: now });
	if (problem === null) return { state: settled("delivered"), holdUntil: null, pause: null };
	// A test reports its outcome at once and is not retried.
	if (delivery.kind === TEST_KIND) return { state: settled("failed"), holdUntil: null, pause: null };
	// A part of the audit log waits until the webhook is resumed: the next one must not come before it.
	const givenUp = isOfAudit(delivery) ? { not_before: now } : settled("failed");
	if (answer?.status === GONE) {
		const pause = "the receiver answered 410: it wants no more messages";
		return { state: givenUp, holdUntil: null, pause };
	}
	const wishMs = parseRetryAfter(answer?.retryAfter ?? null, now);
	const begun = delivery.started_at ?? startedAt;
	const failures = attemptsSince(delivery, begun) + 1;
	const next = nextAttempt({ failures, startedAt: begun, wishMs }, now);
	const holdUntil = wishMs === null ? null : new Date(now.getTime() + wishMs);
	if (next !== null) return { state: { not_before: next }, holdUntil, pause: null };
	const { last_success_at: lastSuccessAt } = delivery.webhook;
	const isAlone = lastSuccessAt !== null && lastSuccessAt > begun && !isOfAudit(delivery);
	return {
		state: givenUp,
		holdUntil,
		pause: isAlone ? null : `nothing was accepted for three days: ${problem}`,
	};
}

const isOfAudit = ({ audit_until: auditUntil }: AttemptedDelivery): boolean => auditUntil !== null;

const attemptsOf = (log: Prisma.JsonValue): WebhookAttempt[] => webhookAttempt.array().parse(log);

/** Attempts of the present series: a replay begins another one. */
function attemptsSince({ attempt_log: attemptLog }: AttemptedDelivery, begun: Date): number {
	return attemptsOf(attemptLog).filter(({ at }) => new Date(at) >= begun).length;
}

function logWith(log: Prisma.JsonValue, { startedAt, durationMs, answer, problem }: Attempt): Prisma.InputJsonArray {
	const entry = {
		at: startedAt.toISOString(),
		response_status: answer?.status ?? null,
		duration_ms: durationMs,
		problem,
	};
	return [...attemptsOf(log), entry].slice(-MAX_LOGGED_ATTEMPTS);
}

/** Pauses the webhook; the audit event notifies the owner. */
async function pauseWebhook(
	service: Service,
	tx: Transaction,
	{ webhook }: AttemptedDelivery,
	reason: string,
): Promise<void> {
	const subject = webhook.description || new URL(openUrl(service, webhook.sealed_url)).host;
	const { count } = await tx.webhook.updateMany({
		where: { id: webhook.id, paused_at: null },
		data: { paused_at: service.now(), paused_reason: reason, revision: { increment: 1 } },
	});
	if (count === 0) return;
	await recordEvent(
		service,
		tx,
		{ system: "delivery of webhooks" },
		{
			action: "pause",
			object_type: "webhook",
			object_id: webhook.id,
			organization_id: webhook.organization_id,
			reason,
			detail: { subject, owner_id: webhook.owner.id, owner: webhook.owner.email },
		},
	);
}
