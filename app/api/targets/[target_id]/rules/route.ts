import { activationRule, createRuleBody, listRulesParameters } from "@/lib/contract/activation-rule";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createRule } from "@/lib/domain/deployments/activation-rules/create-rule";
import { listRules } from "@/lib/domain/deployments/activation-rules/list-rules";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Rules",
	description: "The activation rules of a target, for its administrators, with outcomes of the last 14 days.",
	fromReplica: true,
	parameters: listRulesParameters,
	path: ["target_id"],
	response: listResponse(activationRule),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listRules(service, principal, path.target_id, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create Rule",
	description:
		"Creates an activation rule, which begins with a dry run. It has judged the requests of the last 14 days, as far as is known of them.",
	refusals: {
		Forbidden: "The caller sees the target but does not administer it.",
		InvalidState: "The name is taken, or the target has as many rules as it may have.",
	},
	example: { name: "Refreshes", conditions: { change_within_percent: 20, daily_limit: 50 } },
	parameters: createRuleBody,
	path: ["target_id"],
	response: itemResponse(activationRule),
	status: 201,
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await createRule(service, principal, path.target_id, parameters)),
	}),
});
