import { activationRule, editRuleBody } from "@/lib/contract/activation-rule";
import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { deleteRule } from "@/lib/domain/deployments/activation-rules/delete-rule";
import { editRule } from "@/lib/domain/deployments/activation-rules/edit-rule";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PATCH = productJson({
	summary: "Edit Rule",
	description:
		"Changes an activation rule; absent fields stay as they are. New conditions begin with a dry run, so `conditions` and `mode` cannot be changed together.",
	refusals: {
		Forbidden: "The caller does not administer the target, or turns it on with a restricted key.",
		InvalidState: "The name is taken.",
	},
	example: { mode: "active" },
	parameters: editRuleBody,
	path: ["target_id", "rule_id"],
	response: itemResponse(activationRule),
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editRule(service, principal, path.target_id, path.rule_id, parameters, expectation)),
	}),
});

export const DELETE = productAction({
	summary: "Delete Rule",
	description: "Deletes an activation rule with its verdicts; the audit keeps what it activated.",
	parameters: noParameters,
	path: ["target_id", "rule_id"],
	response: emptyResponse,
	expects: ["revision"],
	run: async ({ service, principal, path, expectation }) => {
		await deleteRule(service, principal, path.target_id, path.rule_id, expectation);
		return { body: emptyEnvelope() };
	},
});
