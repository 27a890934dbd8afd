/** A message of a webhook. */
export interface WebhookMessage {
	/** Such as `deployment.requested`. */
	readonly type: string;
	readonly timestamp: string;
	readonly data: Readonly<Record<string, unknown>>;
}

/** A message that is not the service's, or too old to be believed. */
export class WebhookError extends Error {
	override readonly name = "WebhookError";
}

/** Seconds by which the clocks may differ, and a message may be late. */
const TOLERANCE = 300;

/**
 * Verifies a message of a webhook (Standard Webhooks) and gives it. Delivery is at least once:
 * remove repeats by the header `webhook-id`.
 * @param body as it came, to the byte
 * @param secret that the service showed when the webhook was made (`whsec_…`)
 * @param now epoch milliseconds
 * @throws WebhookError where the signature does not fit, or the time is more than five minutes away
 */
export async function verifyWebhook(
	body: string,
	headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
	secret: string,
	now: number = Date.now(),
): Promise<WebhookMessage> {
	const header = (name: string) => {
		const value = headers instanceof Headers ? headers.get(name) : headers[name];
		if (typeof value !== "string") throw new WebhookError(`the header ${name} is missing`);
		return value;
	};
	const [id, at] = [header("webhook-id"), header("webhook-timestamp")];
	if (!(Math.abs(now / 1000 - Number(at)) <= TOLERANCE))
		throw new WebhookError("the message is too old, or the clocks differ");
	const key = await crypto.subtle.importKey(
		"raw",
		bytesOf(secret.replace(/^whsec_/, "")),
		{ name: "HMAC", hash: "SHA-256" },
		false,
		["verify"],
	);
	const signed = new TextEncoder().encode(`${id}.${at}.${body}`);
	const signatures = header("webhook-signature").split(" ");
	for (const signature of signatures) {
		const [version, value = ""] = signature.split(",");
		if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(value), signed))) {
			return JSON.parse(body) as WebhookMessage;
		}
	}
	throw new WebhookError("no signature fits");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
	try {
		return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
	} catch {
		throw new WebhookError("a secret or signature is not base64");
	}
}
