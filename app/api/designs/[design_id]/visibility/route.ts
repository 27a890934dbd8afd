import { designDetail } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { designVisibilityBody } from "@/lib/contract/sharing";
import { setDesignVisibility } from "@/lib/domain/designs/set-design-visibility";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const PUT = productJson({
	summary: "Set Visibility of a Design",
	description: "Replaces the visibility tags of a design, which the parameter `visibility` of lists matches.",
	parameters: designVisibilityBody,
	path: ["design_id"],
	response: itemResponse(designDetail),
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await setDesignVisibility(service, principal, path.design_id, parameters, expectation)),
	}),
});
