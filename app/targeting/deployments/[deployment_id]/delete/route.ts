import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { deleteDeployment } from "@/lib/deployments/delete-deployment";
import { emptyEnvelope } from "@/lib/http/envelopes";
import { managementForm } from "@/lib/http/route";

/** Delete a Deployment. */
export const POST = managementForm({
	summary: "Delete a Deployment",
	expects: ["revision"],
	parameters: noParameters,
	path: ["deployment_id"],
	response: emptyResponse,
	run: async ({ service, principal, path, expectation }) => {
		await deleteDeployment(service, principal, path.deployment_id, expectation);
		return { body: emptyEnvelope() };
	},
});
