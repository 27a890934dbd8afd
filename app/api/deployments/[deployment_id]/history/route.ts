import { z } from "zod";
import { auditEvent } from "@/lib/contract/audit";
import { paging } from "@/lib/contract/parameters";
import { listResponse } from "@/lib/contract/primitives";
import { listDeploymentHistory } from "@/lib/domain/deployments/lists/list-deployment-history";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List History of a Deployment",
	description: "The audit events of a deployment.",
	fromReplica: true,
	parameters: z.strictObject(paging),
	path: ["deployment_id"],
	response: listResponse(auditEvent),
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listDeploymentHistory(service, principal, path.deployment_id, parameters)),
	}),
});
