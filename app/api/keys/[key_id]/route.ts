import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { deleteKey } from "@/lib/domain/accounts/keys/delete-key";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const DELETE = productAction({
	summary: "Delete API Key",
	description: "Revokes an API key immediately.",
	parameters: noParameters,
	path: ["key_id"],
	response: emptyResponse,
	expects: ["revision"],
	run: async ({ service, principal, path, expectation }) => {
		await deleteKey(service, principal, path.key_id, expectation);
		return { body: emptyEnvelope() };
	},
});
