import { foundPlaces, placesParameters } from "@/lib/contract/found-place";
import { itemResponse } from "@/lib/contract/primitives";
import { findAllPlaces } from "@/lib/domain/places/find-all-places";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Find Places",
	description:
		"The operator's own places, then countries, cities and their districts by name, those of many residents first; then what the geocoder finds.",
	parameters: placesParameters,
	response: itemResponse(foundPlaces),
	run: async ({ service, parameters }) => ({ body: itemEnvelope(await findAllPlaces(service, parameters)) }),
});
