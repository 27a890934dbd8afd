import { geocodeBody, geocodedAddresses } from "@/lib/contract/geocoding";
import { itemResponse } from "@/lib/contract/primitives";
import { geocodeAddresses } from "@/lib/domain/gazetteer/geocode-addresses";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Find Addresses",
	description: "Positions of up to 20 addresses by the geocoder, one after the other, with an outcome for each.",
	parameters: geocodeBody,
	response: itemResponse(geocodedAddresses),
	errors: ["InvalidState"],
	run: async ({ service, parameters, request }) => ({
		body: itemEnvelope(await geocodeAddresses(service, parameters, request.signal)),
	}),
});
