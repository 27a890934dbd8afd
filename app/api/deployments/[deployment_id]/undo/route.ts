import { deploymentDetail, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { undoDecision } from "@/lib/domain/deployments/transitions/undo-decision";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Undo a Decision",
	description:
		"Takes back the caller's own activation or rejection of a request within 30 seconds: it is pending again, as before. The deployment that the activation replaced is activated again.",
	refusals: {
		Forbidden: "The caller does not administer the target, or another person decided.",
		InvalidState:
			"The last change of status is no decision on a request, is too old, or what it replaced has changed since.",
	},
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentDetail),
	expects: ["revision"],
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await undoDecision(service, principal, path.deployment_id, expectation)),
	}),
});
