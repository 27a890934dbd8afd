import { messageParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Cancel a Deployment Request",
	description:
		"The requester withdraws the request, which is no longer listed. The build may be requested for the target again.",
	refusals: {
		Forbidden:
			"The caller is neither the requester, nor an administrator of the requester's organization, nor an operator.",
		InvalidState: "The request has been activated, rejected or cancelled already.",
		VersionMismatch: "The revision in `If-Match` is no longer the current one.",
	},
	expects: ["revision"],
	parameters: messageParameters,
	path: ["deployment_id"],
	response: emptyResponse,
	run: async ({ service, principal, parameters, path, expectation }) => {
		await cancelDeployment(service, principal, path.deployment_id, parameters, expectation);
		return { body: emptyEnvelope() };
	},
});
