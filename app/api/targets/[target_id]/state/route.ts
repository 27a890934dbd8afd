import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { targetState } from "@/lib/contract/target";
import { getTargetState } from "@/lib/domain/deployments/reads/get-target-state";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get State of a Target",
	description: "The deployments that a target should have loaded, and the reports of its agents.",
	parameters: noParameters,
	path: ["target_id"],
	response: itemResponse(targetState),
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getTargetState(service, principal, path.target_id)),
	}),
});
