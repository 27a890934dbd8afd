import { deploymentDetail, listDeploymentDetailsParameters } from "@/lib/contract/deployment";
import { listResponse } from "@/lib/contract/primitives";
import { listDeploymentDetails } from "@/lib/domain/deployments/list-deployment-details";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

/** Deployments in every internal status, with messages, reasons and what agents report. */
export const GET = productQuery({
	summary: "List Deployment Details",
	description:
		"As List Deployments, with every internal status, message, reason, revision, digest and what agents report.",
	parameters: listDeploymentDetailsParameters,
	response: listResponse(deploymentDetail),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listDeploymentDetails(service, principal, parameters)),
	}),
});
