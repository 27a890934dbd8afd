import { messageParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Reject a Requested Deployment",
	description: "The request is declined and no longer listed. The build may be requested for the target again.",
	refusals: {
		Forbidden:
			"The caller sees the deployment and is neither an administrator of the target's organization nor an operator.",
		InvalidState: "The deployment is not `requested`.",
		VersionMismatch: "The revision in `If-Match` is no longer the current one.",
	},
	expects: ["revision"],
	parameters: messageParameters,
	path: ["deployment_id"],
	response: emptyResponse,
	run: async ({ service, principal, parameters, path, expectation }) => {
		await rejectDeployment(service, principal, path.deployment_id, parameters, expectation);
		return { body: emptyEnvelope() };
	},
});
