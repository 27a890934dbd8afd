import { poiTerms, poiTermsParameters } from "@/lib/contract/point-of-interest";
import { itemResponse } from "@/lib/contract/primitives";
import { findPoiTerms } from "@/lib/domain/pois/read-pois";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Find Brands, Categories and Areas",
	description: "What queries over points of interest can name: brands, categories, countries, regions and localities.",
	parameters: poiTermsParameters,
	response: itemResponse(poiTerms),
	run: async ({ service, parameters }) => ({ body: itemEnvelope({ terms: await findPoiTerms(service, parameters) }) }),
});
