import { estimate, estimateBody } from "@/lib/contract/estimate";
import { itemResponse } from "@/lib/contract/primitives";
import { estimateDesign } from "@/lib/domain/designs/estimate/estimate-design";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Estimate Design",
	description:
		"Estimates a build of the design: size of the file, geofences or reach of each set, and reasons for a rejection. Uses the saved design or, for its editors, unsaved `sets`.",
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
