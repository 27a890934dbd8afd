import { requestDeploymentParameters } from "@/lib/contract/build";
import { deployment } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { requestDeployment } from "@/lib/deployments/request-deployment";
import { itemEnvelope } from "@/lib/http/envelopes";
import { managementForm } from "@/lib/http/route";

/** Request Deployment of a Built Design. */
export const POST = managementForm({
	summary: "Request Deployment of a Built Design",
	errors: ["Forbidden"],
	parameters: requestDeploymentParameters,
	path: ["build_id"],
	response: itemResponse(deployment),
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await requestDeployment(service, principal, path.build_id, parameters)),
	}),
});
