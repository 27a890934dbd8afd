import { comment, commentBody, listCommentsParameters } from "@/lib/contract/comment";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { listComments } from "@/lib/domain/deployments/comments/list-comments";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Comments of a Deployment",
	description: "Comments of both sides on a deployment, newest first.",
	fromReplica: true,
	parameters: listCommentsParameters,
	path: ["deployment_id"],
	response: listResponse(comment),
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listComments(service, principal, path.deployment_id, parameters)),
	}),
});

export const POST = productJson({
	summary: "Comment on a Deployment",
	description:
		"Says something to the other side. A `question` of an administrator makes a pending request wait for its requester. What the requester's side says next is the answer, after which it waits for a decision again.",
	refusals: {
		Forbidden:
			"The caller belongs neither to the requester's or the design owner's organization nor to the target's administrators. Or they ask and are no administrator of the target, or are the requester.",
		InvalidState: "A question is asked about a request that is not pending, or the deployment has too many comments.",
	},
	example: { text: "Does this replace the spring campaign?", question: true },
	parameters: commentBody,
	path: ["deployment_id"],
	response: itemResponse(comment),
	status: 201,
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await commentOnDeployment(service, principal, path.deployment_id, parameters, expectation)),
	}),
});
