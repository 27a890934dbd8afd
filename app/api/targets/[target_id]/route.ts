import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { editTargetBody, targetDetail } from "@/lib/contract/target";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { getTarget } from "@/lib/domain/targets/get-target";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

/** A target, to who administers it. */
export const GET = productQuery({
	summary: "Get Target",
	description: "A target with its settings, to who administers it.",
	parameters: noParameters,
	path: ["target_id"],
	response: itemResponse(targetDetail),
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getTarget(service, principal, path.target_id)),
	}),
});

/** Changes what is named and leaves the rest. */
export const PATCH = productJson({
	summary: "Edit Target",
	description: "Changes the settings of a target; what is left out stays as it is.",
	refusals: {
		Forbidden: "The caller sees the target and does not administer it.",
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
