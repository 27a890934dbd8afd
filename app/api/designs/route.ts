import { createDesignBody, designDetail } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { createDesign } from "@/lib/designs/create-design";
import { itemEnvelope } from "@/lib/http/envelopes";
import { productJson } from "@/lib/http/route";

/** Creates a design. */
export const POST = productJson({
	summary: "Create Design",
	status: 201,
	parameters: createDesignBody,
	response: itemResponse(designDetail),
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createDesign(service, principal, parameters)),
	}),
});
