import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { deleteDeployment } from "@/lib/domain/deployments/delete-deployment";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Delete a Deployment",
	description:
		"Removes the deployment permanently, in any status; agents drop its targeting file. The build may be requested for the target again.",
	refusals: {
		Forbidden:
			"The caller sees the deployment and is neither an administrator of the target's organization nor an operator.",
		VersionMismatch: "The revision in `If-Match` is no longer the current one.",
	},
	expects: ["revision"],
	parameters: noParameters,
	path: ["deployment_id"],
	response: emptyResponse,
	run: async ({ service, principal, path, expectation }) => {
		await deleteDeployment(service, principal, path.deployment_id, expectation);
		return { body: emptyEnvelope() };
	},
});
