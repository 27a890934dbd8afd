import type { KeyScope } from "@/lib/contract/key";

/** What each scope allows. */
export const SCOPE_WORDS: Record<KeyScope, string> = {
	manage: "What a designer can do: designs, builds and deployment requests.",
	administer: "Whatever else the key's user can do: decisions, targets and people.",
	tokens: "The token API: access tokens for the organization's users.",
};
