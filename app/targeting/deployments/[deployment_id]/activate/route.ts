import { activatedDeployment, activateParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Activate a Deployment",
	description:
		"The target's agents load the targeting file and use it. Another activated deployment of the same design on the target is deactivated in the same step. `If-Match` and `X-Build-Digest` limit the decision to the revision and file that the caller has seen. The requester reads the `message`. Where the target asks for several administrators, each of them activates it; until the last one, the answer is the row with the status that it had.",
	refusals: {
		Forbidden:
			"The caller sees the deployment and is neither an administrator of the target's organization nor an operator. Or the target's four-eyes rule forbids users to approve their own requests.",
		InvalidState:
			"The deployment is `activated` already, its request was cancelled, or another live deployment of the same build conflicts; the message names it. Or the end that was proposed has passed, the caller has approved it already, or the target is closed for activations and there is no `override_reason`.",
		VersionMismatch: "The revision in `If-Match` or the digest in `X-Build-Digest` is no longer the current one.",
	},
	expects: ["revision", "digest"],
	parameters: activateParameters,
	path: ["deployment_id"],
	response: itemResponse(activatedDeployment),
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await activateDeployment(service, principal, path.deployment_id, expectation, parameters)),
	}),
});
