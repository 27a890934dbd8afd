import { issuedKey, regenerateKeyBody } from "@/lib/contract/key";
import { itemResponse } from "@/lib/contract/primitives";
import { regenerateKey } from "@/lib/domain/accounts/keys/regenerate-key";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";
import { withoutKey } from "@/lib/http/routes/without-key";

export const POST = productJson({
	summary: "Regenerate API Key",
	confirms: true,
	description: "Gives the key a new value, shown once; the old value expires at once or after a grace period.",
	refusals: {
		Forbidden: "The caller sees the key but may not regenerate it.",
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
