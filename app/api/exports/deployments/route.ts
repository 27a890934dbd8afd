import { exportDeploymentsParameters } from "@/lib/contract/deployment-list";
import { exportDeployments } from "@/lib/domain/deployments/lists/export-deployments";
import { CSV, csvResponse } from "@/lib/http/routes/csv-response";
import { exportResponse } from "@/lib/http/routes/export-response";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Export Deployments",
	description:
		"All rows of List Deployments with `detail=true`, under the same filters and in the same order, streamed as CSV.",
	answers: CSV,
	fromReplica: true,
	parameters: exportDeploymentsParameters,
	run: async ({ service, principal, parameters }) =>
		exportResponse(principal, () =>
			csvResponse({
				name: `deployments-${service.now().toISOString().slice(0, 10)}`,
				...exportDeployments(service, principal, parameters),
			}),
		),
});
