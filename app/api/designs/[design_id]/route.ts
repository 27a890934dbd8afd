import { noParameters } from "@/lib/contract/deployment";
import { designDetail } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { getDesignDetail } from "@/lib/designs/get-design-detail";
import { itemEnvelope } from "@/lib/http/envelopes";
import { productQuery } from "@/lib/http/route";

/** A design with its revision, visibility, reasons and what its sets hold. */
export const GET = productQuery({
	summary: "Get Design Details",
	parameters: noParameters,
	path: ["design_id"],
	response: itemResponse(designDetail),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getDesignDetail(service, principal, path.design_id)),
	}),
});
