import { itemEnvelope } from "./envelopes";

/** An answer that shows a key, as it may be kept for an `Idempotency-Key`: the replay says that the key was shown once. */
export function withoutKey(body: unknown): unknown {
	const { data } = (body as ReturnType<typeof itemEnvelope>).response;
	const key_note = "the key was shown once, in the answer to the first request with this Idempotency-Key";
	return itemEnvelope({ ...(data as object), key: null, key_note });
}
