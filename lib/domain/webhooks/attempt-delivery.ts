import { Webhook } from "standardwebhooks";
import { TEST_KIND } from "@/lib/contract/webhook";
import { principalSelect } from "@/lib/domain/accounts/principal-of-user";
import type { Prisma } from "@/lib/generated/prisma/client";
import { answeredPage, isPage } from "@/lib/platform/outgoing/answered-page";
import { OutgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import { type Answer, postMessage } from "@/lib/platform/outgoing/post-message";
import type { Service } from "@/lib/platform/service";
import { currentTraceparent, inSpan } from "@/lib/tracing/tracing";
import type { ClaimedDelivery } from "./claim-deliveries";
import { composeMessage } from "./compose-message";
import type { DeliveryOptions } from "./deliver-webhooks";
import { openSecret, openUrl } from "./sealed-values";
import { settleAttempt, withholdDelivery } from "./settle-attempt";

const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are kept. */
const ANSWER_BYTES = 65_536;

const attemptedInclude = {
	webhook: { include: { owner: { select: principalSelect }, secrets: { orderBy: { created_at: "desc" } } } },
} satisfies Prisma.WebhookDeliveryInclude;
export type AttemptedDelivery = Prisma.WebhookDeliveryGetPayload<{ include: typeof attemptedInclude }>;

/** The header `webhook-id` of a delivery, by which receivers know a message that comes again. */
export const messageIdOf = (deliveryId: string) => `msg_${deliveryId.replaceAll("-", "")}`;

/**
 * Makes one attempt of a claimed delivery and records the outcome. The message is composed now,
 * from the objects that the webhook's owner may see.
 * @throws the reason of `stopping` when that broke it off
 */
export async function attemptDelivery(
	service: Service,
	claimed: ClaimedDelivery,
	stopping: AbortSignal,
	options: DeliveryOptions,
): Promise<void> {
	const delivery = await service.prisma.webhookDelivery.findFirst({ where: claimed, include: attemptedInclude });
	if (delivery === null) return;
	const message = await composeMessage(service, delivery);
	if (message === null) return withholdDelivery(service, claimed, delivery);
	const body = JSON.stringify(message);
	const startedAt = service.now();
	const began = performance.now();
	const result = await send(service, delivery, body, stopping, options);
	const durationMs = Math.round(performance.now() - began);
	await settleAttempt(service, delivery, { claimed, body, startedAt, durationMs, ...result });
}

async function send(
	service: Service,
	{ id, kind, webhook }: AttemptedDelivery,
	body: string,
	stopping: AbortSignal,
	{ resolve, timeoutMs = TIMEOUT_MS }: DeliveryOptions,
): Promise<{ answer: Answer | null; problem: string | null }> {
	const now = service.now();
	const messageId = messageIdOf(id);
	const secrets = webhook.secrets.filter(({ expires_at: expiresAt }) => expiresAt === null || expiresAt > now);
	const signatures = secrets.map(({ sealed }) => new Webhook(openSecret(service, sealed)).sign(messageId, now, body));
	const headers = {
		"content-type": "application/json",
		"user-agent": "Targeting-Service-Webhooks/1",
		"webhook-id": messageId,
		"webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
		"webhook-signature": signatures.join(" "),
	};
	const url = new URL(openUrl(service, webhook.sealed_url));
	const options = {
		allowedNetworks: service.settings.WEBHOOK_ALLOWED_NETWORKS,
		timeoutMs,
		answerBytes: ANSWER_BYTES,
		signal: stopping,
		...(resolve === undefined ? {} : { resolve }),
	};
	// The address is a credential, and stands in no span.
	const attributes = { "http.request.method": "POST", "targeting.webhook.id": webhook.id, "targeting.delivery.id": id };
	try {
		const answer = await inSpan("POST webhook", { kind: "client", attributes }, async (span) => {
			const traceparent = currentTraceparent();
			const traced = traceparent === undefined ? headers : { ...headers, traceparent };
			const answered = await postMessage({ url, headers: traced, body }, options);
			span?.setAttribute("http.response.status_code", answered.status);
			return answered;
		});
		return { answer, problem: problemOfAnswer(answer, kind) };
	} catch (thrown) {
		if (thrown instanceof OutgoingProblem) return { answer: null, problem: thrown.message };
		throw thrown;
	}
}

function problemOfAnswer(answer: Answer, kind: string): string | null {
	const { status } = answer;
	const isAccepted = status >= 200 && status < 300;
	// Any 2xx accepts a message; a test also detects pages that answer in the receiver's place.
	if (isAccepted && (kind !== TEST_KIND || !isPage(answer))) return null;
	if (status >= 300 && status < 400) return `it answered ${status}, and redirects are not followed`;
	return isPage(answer) ? answeredPage("the receiver", status).message : `it answered ${status}`;
}
