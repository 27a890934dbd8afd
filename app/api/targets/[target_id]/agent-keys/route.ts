import { itemResponse } from "@/lib/contract/primitives";
import { createAgentKeyBody, issuedAgentKey } from "@/lib/contract/target";
import { itemEnvelope } from "@/lib/http/envelopes";
import { productJson } from "@/lib/http/route";
import { withoutKey } from "@/lib/http/without-key";
import { createAgentKey } from "@/lib/targets/create-agent-key";

/** Issues a key for an agent of the target, whose value is shown once. */
export const POST = productJson({
	summary: "Create Agent Key",
	parameters: createAgentKeyBody,
	path: ["target_id"],
	response: itemResponse(issuedAgentKey),
	status: 201,
	withoutSecret: withoutKey,
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await createAgentKey(service, principal, path.target_id, parameters)),
	}),
});
