import type { InvitedPerson, Person } from "@/lib/contract/person";
import { itemEnvelope } from "./envelopes";
import type { RequestFacts } from "./request-facts";

/** Where people set their password. The secret stands in the fragment, which no browser sends and no log ever holds. */
const PAGE = "/welcome";

/** A person with the link of their invitation, at the address under which the caller has reached the service. */
export function withLink(
	{ person, secret }: { readonly person: Person; readonly secret: string },
	{ origin }: Pick<RequestFacts, "origin">,
): InvitedPerson {
	return { ...person, link: `${origin}${PAGE}#${secret}`, link_note: null };
}

/** The answer as it may be kept for an `Idempotency-Key`: the replay says that the link was shown once. */
export function withoutLink(body: unknown): unknown {
	const { data } = (body as ReturnType<typeof itemEnvelope>).response;
	const link_note = "the link was shown once, in the answer to the first request with this Idempotency-Key";
	return itemEnvelope({ ...(data as object), link: null, link_note });
}
