import { deploymentChecklist } from "@/lib/contract/checklist";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { getChecklist } from "@/lib/domain/deployments/get-checklist";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

/** Why a campaign is live on a target, or is not. */
export const GET = productQuery({
	summary: "Get Checklist of a Deployment",
	description:
		"The way from the build to answers of the agents: what is done, what it waits for, who can do what comes next. Of agents it says no more than what they report.",
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentChecklist),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getChecklist(service, principal, path.deployment_id)),
	}),
});
