import { z } from "zod";
import { deployment, noParameters } from "@/lib/contract/deployment";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { listedDeploymentRow } from "@/lib/domain/deployments/load-deployments";
import { deleteDeployment } from "@/lib/domain/deployments/transitions/delete-deployment";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Delete a Deployment",
	description:
		"Removes the deployment permanently, in any status; agents drop its targeting file. The build may be requested for the target again. Where the target asks for a second administrator to delete what is activated, the first approves it: the answer is the unchanged row.",
	refusals: {
		Forbidden:
			"The caller sees the deployment and is neither an administrator of the target's organization nor an operator.",
		InvalidState: "The caller has approved it already; a second administrator must.",
		VersionMismatch: "The revision in `If-Match` is no longer the current one.",
	},
	expects: ["revision"],
	parameters: noParameters,
	path: ["deployment_id"],
	response: z.union([emptyResponse, itemResponse(deployment)]),
	run: async ({ service, principal, path, expectation }) => {
		const pending = await deleteDeployment(service, principal, path.deployment_id, expectation);
		return { body: pending === null ? emptyEnvelope() : itemEnvelope(listedDeploymentRow(pending)) };
	},
});
