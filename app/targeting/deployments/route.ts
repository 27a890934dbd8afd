import { deployment, listDeploymentsParameters } from "@/lib/contract/deployment";
import { listResponse } from "@/lib/contract/primitives";
import { listDeployments } from "@/lib/domain/deployments/list-deployments";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

/** List Deployments. */
export const GET = managementQuery({
	summary: "List Deployments",
	description:
		"Deployments that are activated, deactivated or requested, on every target that the caller sees. `status=requested` finds what waits for a decision.",
	parameters: listDeploymentsParameters,
	response: listResponse(deployment),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listDeployments(service, principal, parameters)),
	}),
});
