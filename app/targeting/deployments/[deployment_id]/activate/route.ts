import { deployment, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { activateDeployment } from "@/lib/deployments/activate-deployment";
import { itemEnvelope } from "@/lib/http/envelopes";
import { managementForm } from "@/lib/http/route";

/** Activate a Deployment. */
export const POST = managementForm({
	summary: "Activate a Deployment",
	expects: ["revision", "digest"],
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deployment),
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await activateDeployment(service, principal, path.deployment_id, expectation)),
	}),
});
