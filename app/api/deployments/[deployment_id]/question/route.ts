import { deploymentDetail, noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { withdrawQuestion } from "@/lib/domain/deployments/comments/withdraw-question";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const DELETE = productAction({
	summary: "Withdraw a Question",
	description: "The request waits for a decision again. The question stays in the conversation.",
	refusals: {
		Forbidden: "The caller does not administer the target.",
		InvalidState: "No question is open.",
	},
	parameters: noParameters,
	path: ["deployment_id"],
	response: itemResponse(deploymentDetail),
	expects: ["revision"],
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await withdrawQuestion(service, principal, path.deployment_id, expectation)),
	}),
});
