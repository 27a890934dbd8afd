import { issuedKey, regenerateKeyBody } from "@/lib/contract/key";
import { itemResponse } from "@/lib/contract/primitives";
import { regenerateKey } from "@/lib/domain/accounts/regenerate-key";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";
import { withoutKey } from "@/lib/http/routes/without-key";

/** A new value for an API key; the old one is invalid at once, or after a grace period. */
export const POST = productJson({
	summary: "Regenerate API Key",
	description: "Gives the key a new value, shown this once; the old one is invalid at once, or after a grace period.",
	refusals: {
		Forbidden: "The caller sees the key and may not regenerate it.",
		InvalidState: "The key has expired: issue another one.",
	},
	parameters: regenerateKeyBody,
	path: ["key_id"],
	response: itemResponse(issuedKey),
	expects: ["revision"],
	withoutSecret: withoutKey,
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await regenerateKey(service, principal, path.key_id, parameters, expectation)),
	}),
});
