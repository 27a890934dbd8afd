import { basemap } from "@/lib/contract/basemap";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { basemapOf } from "@/lib/domain/basemap/basemap-of";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Base Map",
	description: "The map under the geofences, by the service's settings, and the regions whose streets it shows.",
	parameters: noParameters,
	response: itemResponse(basemap),
	run: async ({ service, principal }) => ({ body: itemEnvelope(await basemapOf(service, principal)) }),
});
