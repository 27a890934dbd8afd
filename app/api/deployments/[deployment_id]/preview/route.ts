import { noParameters } from "@/lib/contract/deployment";
import { activationPreview } from "@/lib/contract/preview";
import { itemResponse } from "@/lib/contract/primitives";
import { previewActivation } from "@/lib/domain/deployments/preview/preview-activation";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Preview Activation",
	description:
		"Whether activation would be allowed now, the deployment that it would replace, and its size, memory, sets and warnings.",
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(activationPreview),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await previewActivation(service, principal, path.deployment_id)),
	}),
});
