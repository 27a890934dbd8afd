import type { InvitedPerson, Person } from "@/lib/contract/person";
import { itemEnvelope } from "./envelopes";

/**
 * The page that sets a password. The secret is in the fragment, which browsers neither send nor
 * log.
 * @param address of the service, which `publicAddress` gives
 */
export const signInLinkOf = (address: string, secret: string): string => `${address}/welcome#${secret}`;

/**
 * Adds the invitation's link.
 * @param address of the service, which `publicAddress` gives
 */
export function withLink(
	{ person, secret, mailed }: { readonly person: Person; readonly secret: string; readonly mailed: boolean },
	address: string,
): InvitedPerson {
	return { ...person, link: signInLinkOf(address, secret), link_note: null, mailed };
}

/** Replaces the link in the stored answer by a note that it was shown once. */
export function withoutLink(body: unknown): unknown {
	const { data } = (body as ReturnType<typeof itemEnvelope>).response;
	const link_note =
		"the link was shown once, in the answer to the first request with this Idempotency-Key: if it was lost, issue another one";
	return itemEnvelope({ ...(data as object), link: null, link_note });
}
