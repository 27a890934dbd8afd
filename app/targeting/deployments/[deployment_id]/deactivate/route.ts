import { deployment, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Deactivate a Deployment",
	description:
		"The target's agents drop the targeting file from memory. The deployment stays listed and can be activated again.",
	refusals: {
		Forbidden:
			"The caller sees the deployment and is neither an administrator of the target's organization nor an operator.",
		InvalidState: "The deployment is not `activated`.",
		VersionMismatch: "The revision in `If-Match` is no longer the current one.",
	},
	expects: ["revision"],
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deployment),
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await deactivateDeployment(service, principal, path.deployment_id, expectation)),
	}),
});
