import { basemap } from "@/lib/contract/basemap";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { basemapOf } from "@/lib/domain/gazetteer/basemap-of";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Base Map",
	description: "The map under the geofences, by the service's settings.",
	parameters: noParameters,
	response: itemResponse(basemap),
	run: async ({ service }) => ({ body: itemEnvelope(basemapOf(service)) }),
});
