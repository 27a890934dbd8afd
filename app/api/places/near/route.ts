import { nearParameters, nearPlaces } from "@/lib/contract/found-place";
import { itemResponse } from "@/lib/contract/primitives";
import { nearPlacesOf } from "@/lib/domain/gazetteer/near-places";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Name Places Near Points",
	description: "The city by which people know where each point is.",
	parameters: nearParameters,
	response: itemResponse(nearPlaces),
	run: async ({ parameters }) => ({ body: itemEnvelope(await nearPlacesOf(parameters.points)) }),
});
