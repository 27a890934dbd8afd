import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { editTargetBody, targetDetail } from "@/lib/contract/target";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { getTarget } from "@/lib/domain/targets/get-target";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Target",
	description: "A target with its settings, for its administrators.",
	parameters: noParameters,
	path: ["target_id"],
	response: itemResponse(targetDetail),
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getTarget(service, principal, path.target_id)),
	}),
});

export const PATCH = productJson({
	summary: "Edit Target",
	description: "Changes the settings of a target; absent fields stay as they are.",
	refusals: {
		Forbidden: "The caller sees the target but does not administer it.",
		InvalidState: "The slug is taken.",
	},
	parameters: editTargetBody,
	path: ["target_id"],
	response: itemResponse(targetDetail),
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editTarget(service, principal, path.target_id, parameters, expectation)),
	}),
});
