import { apiKey, createKeyBody, issuedKey, listKeysParameters } from "@/lib/contract/key";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createKey } from "@/lib/domain/accounts/keys/create-key";
import { listKeys } from "@/lib/domain/accounts/keys/keys";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";
import { withoutKey } from "@/lib/http/routes/without-key";

export const GET = productQuery({
	summary: "List API Keys",
	description:
		"The caller's keys; for administrators those of their organization, for operators all. Values are never shown again.",
	fromReplica: true,
	parameters: listKeysParameters,
	response: listResponse(apiKey),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listKeys(service, principal, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create API Key",
	confirms: true,
	description: "Issues an API key; its value is shown once.",
	refusals: {
		Forbidden: "The caller may not issue keys with these scopes, or for this user.",
		NotFound: "There is no such user for this caller.",
	},
	example: { label: "Nightly export", scopes: ["manage"] },
	parameters: createKeyBody,
	response: itemResponse(issuedKey),
	status: 201,
	errors: ["Forbidden", "NotFound"],
	withoutSecret: withoutKey,
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createKey(service, principal, parameters)),
	}),
});
