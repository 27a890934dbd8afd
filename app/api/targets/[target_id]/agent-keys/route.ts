import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { agentKey, createAgentKeyBody, issuedAgentKey, listAgentKeysParameters } from "@/lib/contract/target";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { listAgentKeys } from "@/lib/domain/targets/list-agent-keys";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";
import { withoutKey } from "@/lib/http/routes/without-key";

export const GET = productQuery({
	summary: "List Agent Keys",
	description: "The keys for agents of the target, including revoked ones, for its administrators.",
	fromReplica: true,
	parameters: listAgentKeysParameters,
	path: ["target_id"],
	response: listResponse(agentKey),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listAgentKeys(service, principal, path.target_id, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create Agent Key",
	confirms: true,
	description: "Issues a key for an agent of the target; its value is shown once.",
	parameters: createAgentKeyBody,
	path: ["target_id"],
	response: itemResponse(issuedAgentKey),
	status: 201,
	withoutSecret: withoutKey,
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await createAgentKey(service, principal, path.target_id, parameters)),
	}),
});
