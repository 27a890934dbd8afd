import { poiMap, poiMapParameters } from "@/lib/contract/point-of-interest";
import { itemResponse } from "@/lib/contract/primitives";
import { mapPois } from "@/lib/domain/pois/read-pois";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Map Points of Interest",
	description: "How many a query selects, where they lie, and up to 5,000 positions: of more, the cells of a grid.",
	errors: ["InvalidState"],
	refusals: { InvalidState: "No release was imported." },
	parameters: poiMapParameters,
	response: itemResponse(poiMap),
	run: async ({ service, parameters }) => ({ body: itemEnvelope(await mapPois(service, parameters.query)) }),
});
