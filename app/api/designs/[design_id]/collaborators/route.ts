import { designDetail } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { shareDesignBody } from "@/lib/contract/sharing";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const PUT = productJson({
	summary: "Share Design",
	description: "Replaces the collaborators of a design; others lose their granted access.",
	parameters: shareDesignBody,
	path: ["design_id"],
	response: itemResponse(designDetail),
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await shareDesign(service, principal, path.design_id, parameters, expectation)),
	}),
});
