import { deploymentDetail, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { rollBackDeployment } from "@/lib/domain/deployments/transitions/roll-back-deployment";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Roll Back a Deployment",
	description:
		"Activates the previously active build of the same design on the target again, and answers with its deployment. The current deployment is deactivated.",
	refusals: {
		Forbidden: "The caller does not administer the target, or its four-eyes rule forbids it.",
		InvalidState: "The deployment is not `activated`, or there is no earlier build.",
	},
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentDetail),
	expects: ["revision"],
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await rollBackDeployment(service, principal, path.deployment_id, expectation)),
	}),
});
