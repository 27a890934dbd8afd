import type { AppliedState } from "@/lib/contract/applied-state";
import { itemEnvelope } from "./envelopes";

/** Replaces the values in the stored answer of an applied state by a note that they were shown once. */
export function withoutIssued(body: unknown): unknown {
	const data = (body as ReturnType<typeof itemEnvelope>).response.data as AppliedState;
	if (data.issued.length === 0) return body;
	const secret_note =
		"the values were shown once, in the answer to the first request with this Idempotency-Key: if they were lost, issue others";
	return itemEnvelope({ ...data, issued: data.issued.map((one) => ({ ...one, secret: null })), secret_note });
}
