import type { KeyScope } from "@/lib/contract/key";

/** What each scope of a key opens. */
export const SCOPE_WORDS: Record<KeyScope, string> = {
	manage: "What a designer does: designs, builds, requests of deployment.",
	administer: "The rest of what the key's user may do: decisions, targets, people.",
	tokens: "The token API: access tokens for users of the organization.",
};
