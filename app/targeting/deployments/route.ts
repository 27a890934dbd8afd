import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { listDeploymentDetailsParameters, listDeploymentsParameters } from "@/lib/contract/deployment-list";
import { listResponse } from "@/lib/contract/primitives";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

export const GET = managementQuery(
	{
		summary: "List Deployments",
		description:
			"Deployments that are activated, deactivated or requested, on every target that the caller sees. `status=requested` finds pending requests. With `detail=true` they are listed in every internal status, with messages, reasons, revision, digest and the agents' reports.",
		fromReplica: true,
		parameters: listDeploymentsParameters,
		response: listResponse(deployment),
		run: async ({ service, principal, parameters }) => ({
			body: listEnvelope(await listDeployments(service, principal, parameters)),
		}),
	},
	{
		parameters: listDeploymentDetailsParameters,
		response: listResponse(deploymentDetail),
		run: async ({ service, principal, parameters }) => ({
			body: listEnvelope(await listDeploymentDetails(service, principal, parameters)),
		}),
	},
);
