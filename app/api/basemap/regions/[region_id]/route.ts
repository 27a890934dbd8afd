import { regionRemoval } from "@/lib/contract/basemap";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { removeRegion } from "@/lib/domain/basemap/remove-region";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const DELETE = productAction({
	summary: "Remove Region of the Map",
	description: "Removes a region with its file. Operators only.",
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["region_id"],
	response: itemResponse(regionRemoval),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await removeRegion(service, principal, path.region_id)),
	}),
});
