import { unmatchedDeployments, unmatchedParameters } from "@/lib/contract/matches";
import { itemResponse } from "@/lib/contract/primitives";
import { getUnmatched } from "@/lib/domain/deployments/lists/get-unmatched";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Unmatched Deployments of a Target",
	description: "The activated deployments that have matched nothing for so many days, and the memory that they take.",
	fromReplica: true,
	parameters: unmatchedParameters,
	path: ["target_id"],
	response: itemResponse(unmatchedDeployments),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await getUnmatched(service, principal, path.target_id, parameters.days)),
	}),
});
