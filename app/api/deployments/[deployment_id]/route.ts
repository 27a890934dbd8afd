import { deploymentDetail, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { getDeploymentDetail } from "@/lib/domain/deployments/reads/get-deployment-detail";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Deployment",
	description: "One deployment, with the revision and digest for decisions.",
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentDetail),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getDeploymentDetail(service, principal, path.deployment_id)),
	}),
});
