import { fetchRegionBody, mapRegion } from "@/lib/contract/basemap";
import { itemResponse } from "@/lib/contract/primitives";
import { fetchRegion } from "@/lib/domain/basemap/fetch-region";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Fetch Region of the Map",
	description:
		"Adds a region whose PMTiles archive the service fetches from an address, in the background. Operators only.",
	parameters: fetchRegionBody,
	response: itemResponse(mapRegion),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await fetchRegion(service, principal, parameters)),
	}),
});
