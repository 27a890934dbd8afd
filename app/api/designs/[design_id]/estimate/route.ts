import { estimate, estimateBody } from "@/lib/contract/estimate";
import { itemResponse } from "@/lib/contract/primitives";
import { estimateDesign } from "@/lib/domain/designs/estimate/estimate-design";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

/** What a build of the design would give, as it is saved or with sets that are not saved yet. */
export const POST = productJson({
	summary: "Estimate Design",
	description:
		"What a build of the design would give: size of the file, geofences or reach of each set, and why it would be rejected. As the design is saved, or, for who may edit it, with `sets` that are not saved yet.",
	changesData: false,
	example: {},
	parameters: estimateBody,
	path: ["design_id"],
	errors: ["Forbidden"],
	response: itemResponse(estimate),
	run: async ({ service, principal, parameters, path, request: { signal } }) => ({
		body: itemEnvelope(await estimateDesign(service, principal, path.design_id, parameters, { signal })),
	}),
});
