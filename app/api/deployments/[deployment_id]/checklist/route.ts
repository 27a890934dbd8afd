import { deploymentChecklist } from "@/lib/contract/checklist";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { getChecklist } from "@/lib/domain/deployments/reads/get-checklist";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Checklist of a Deployment",
	description:
		"The steps from the build to a loaded targeting file: completed steps, the pending step, and the next action with its actor. The state of agents is as they report it.",
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentChecklist),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getChecklist(service, principal, path.deployment_id)),
	}),
});
