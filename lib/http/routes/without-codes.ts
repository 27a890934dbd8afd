import { itemEnvelope } from "./envelopes";

const NOTE =
	"the codes were shown once, in the answer to the first request with this Idempotency-Key: issue others if they are lost";

/** Replaces recovery codes in the stored answer by a note that they were shown once. */
export function withoutCodes(_body: unknown): unknown {
	return itemEnvelope({ recovery_codes: null, recovery_codes_note: NOTE });
}

/** Leaves the secret of an authenticator app out of the stored answer. */
export function withoutTotp(_body: unknown): unknown {
	return itemEnvelope({ secret: null, uri: null });
}
