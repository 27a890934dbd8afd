import { addRegionParameters, mapRegion } from "@/lib/contract/basemap";
import { itemResponse } from "@/lib/contract/primitives";
import { addRegion } from "@/lib/domain/basemap/add-region";
import { REGION_MAX_BYTES } from "@/lib/domain/basemap/regions";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productUpload } from "@/lib/http/routes/route";

export const POST = productUpload({
	summary: "Add Region of the Map",
	description:
		"Shows the streets of a region on maps, from a PMTiles archive of vector tiles in the schema of Protomaps (version 4) or OpenMapTiles. Operators only.",
	accepts: ["*/*"],
	largest: REGION_MAX_BYTES,
	errors: ["Forbidden"],
	parameters: addRegionParameters,
	response: itemResponse(mapRegion),
	run: async ({ service, principal, parameters, request, body }) => ({
		body: itemEnvelope(await addRegion(service, principal, { name: parameters.name, body, signal: request.signal })),
	}),
});
