import { apiKey, createKeyBody, issuedKey, listKeysParameters } from "@/lib/contract/key";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { itemEnvelope, listEnvelope } from "@/lib/http/envelopes";
import { productJson, productQuery } from "@/lib/http/route";
import { withoutKey } from "@/lib/http/without-key";
import { createKey } from "@/lib/keys/create-key";
import { listKeys } from "@/lib/keys/list-keys";

/** API keys: one's own; administrators those of their organisation, operators all. */
export const GET = productQuery({
	summary: "List API Keys",
	parameters: listKeysParameters,
	response: listResponse(apiKey),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listKeys(service, principal, parameters)),
	}),
});

/** Issues an API key, whose value is shown once. */
export const POST = productJson({
	summary: "Create API Key",
	parameters: createKeyBody,
	response: itemResponse(issuedKey),
	status: 201,
	errors: ["Forbidden", "NotFound"],
	withoutSecret: withoutKey,
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createKey(service, principal, parameters)),
	}),
});
