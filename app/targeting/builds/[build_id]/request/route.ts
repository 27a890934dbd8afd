import { requestDeploymentParameters } from "@/lib/contract/build";
import { deployment } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Request Deployment of a Built Design",
	description:
		"Requests the administrators of a deployment target to load the build. The deployment is `requested` until one of them activates or rejects it, or its requester cancels it.",
	refusals: {
		Forbidden: "The caller sees the design through a target alone.",
		NotFound:
			"There is no such build or target for this caller, or the target does not accept requests from the caller's organization.",
		InvalidState: "The build has a deployment on that target already, or is not completed.",
	},
	errors: ["Forbidden"],
	parameters: requestDeploymentParameters,
	path: ["build_id"],
	response: itemResponse(deployment),
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await requestDeployment(service, principal, path.build_id, parameters)),
	}),
});
