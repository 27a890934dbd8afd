import { listVerdictsParameters, ruleVerdict } from "@/lib/contract/activation-rule";
import { listResponse } from "@/lib/contract/primitives";
import { listVerdicts } from "@/lib/domain/deployments/activation-rules/list-verdicts";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Verdicts",
	description: "Verdicts of an activation rule on the requests of the last 30 days, newest first.",
	fromReplica: true,
	parameters: listVerdictsParameters,
	path: ["target_id", "rule_id"],
	response: listResponse(ruleVerdict),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listVerdicts(service, principal, path.target_id, path.rule_id, parameters)),
	}),
});
