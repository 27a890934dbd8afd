import { itemEnvelope } from "./envelopes";

/** Replaces the key in the stored answer by a note that it was shown once. */
export function withoutKey(body: unknown): unknown {
	const { data } = (body as ReturnType<typeof itemEnvelope>).response;
	const key_note =
		"the key was shown once, in the answer to the first request with this Idempotency-Key: if it was lost, issue another one";
	return itemEnvelope({ ...(data as object), key: null, key_note });
}
