import { messageParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { cancelDeployment } from "@/lib/deployments/cancel-deployment";
import { emptyEnvelope } from "@/lib/http/envelopes";
import { managementForm } from "@/lib/http/route";

/** Cancel a Deployment Request. */
export const POST = managementForm({
	summary: "Cancel a Deployment Request",
	expects: ["revision"],
	parameters: messageParameters,
	path: ["deployment_id"],
	response: emptyResponse,
	run: async ({ service, principal, parameters, path, expectation }) => {
		await cancelDeployment(service, principal, path.deployment_id, parameters, expectation);
		return { body: emptyEnvelope() };
	},
});
