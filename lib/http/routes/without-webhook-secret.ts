import { itemEnvelope } from "./envelopes";

/** Replaces the secret in the stored answer by a note that it was shown once. */
export function withoutWebhookSecret(body: unknown): unknown {
	const { data } = (body as ReturnType<typeof itemEnvelope>).response;
	const secret_note =
		"the secret was shown once, in the answer to the first request with this Idempotency-Key: if it was lost, rotate the webhook's secret";
	return itemEnvelope({ ...(data as object), secret: null, secret_note });
}
