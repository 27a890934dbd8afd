import { z } from "zod";
import { deployment, tagParameters } from "@/lib/contract/deployment";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Tag a Deployment",
	description:
		"The list replaces all earlier tags. Agents that are configured with tags load only deployments that carry one of theirs.",
	refusals: {
		Forbidden:
			"The caller sees the deployment and is neither an administrator of the target's organization nor an operator.",
		VersionMismatch: "The revision in `If-Match` is no longer the current one.",
	},
	example: { tags: "eu-west,large" },
	expects: ["revision"],
	parameters: tagParameters,
	path: ["deployment_id"],
	response: z.union([itemResponse(deployment), emptyResponse]),
	run: async ({ service, principal, parameters, path, expectation }) => {
		const row = await tagDeployment(service, principal, path.deployment_id, parameters, expectation);
		return { body: row === null ? emptyEnvelope() : itemEnvelope(row) };
	},
});
