import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { agentKey } from "@/lib/contract/target";
import { revokeAgentKey } from "@/lib/domain/targets/revoke-agent-key";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const DELETE = productAction({
	summary: "Revoke Agent Key",
	description: "Revokes an agent key immediately; it stays listed.",
	parameters: noParameters,
	path: ["target_id", "key_id"],
	response: itemResponse(agentKey),
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await revokeAgentKey(service, principal, path.target_id, path.key_id)),
	}),
});
