import { deployment, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { deactivateDeployment } from "@/lib/deployments/deactivate-deployment";
import { itemEnvelope } from "@/lib/http/envelopes";
import { managementForm } from "@/lib/http/route";

/** Deactivate a Deployment. */
export const POST = managementForm({
	summary: "Deactivate a Deployment",
	expects: ["revision"],
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deployment),
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await deactivateDeployment(service, principal, path.deployment_id, expectation)),
	}),
});
