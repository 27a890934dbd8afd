import { deploymentMatches, deploymentMatchesParameters } from "@/lib/contract/matches";
import { itemResponse } from "@/lib/contract/primitives";
import { getDeploymentMatches } from "@/lib/domain/deployments/reads/get-deployment-matches";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Matches of a Deployment",
	description: "Lookups that a deployment matched, by hours or days.",
	parameters: deploymentMatchesParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentMatches),
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await getDeploymentMatches(service, principal, path.deployment_id, parameters.by)),
	}),
});
