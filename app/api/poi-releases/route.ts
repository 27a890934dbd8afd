import { importPoisParameters, listPoiReleasesParameters, poiRelease } from "@/lib/contract/point-of-interest";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { uploadRelease } from "@/lib/domain/pois/import-release";
import { listReleases } from "@/lib/domain/pois/releases";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery, productUpload } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Releases of Points of Interest",
	description: "The releases that operators imported, the newest first; every caller sees them.",
	fromReplica: true,
	parameters: listPoiReleasesParameters,
	response: listResponse(poiRelease),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listReleases(service, principal, parameters)),
	}),
});

export const POST = productUpload({
	summary: "Import Points of Interest",
	description:
		"A release of points of interest, which becomes the current one: Parquet of Overture or Foursquare OS Places, GeoJSON lines of All The Places, or a table with `name`, `latitude`, `longitude`, and `id`, `brand`, `category`, `country`, `region`, `locality`, `address` where it has them. Operators only.",
	accepts: ["*/*"],
	largest: "INVENTORY_MAX_BYTES",
	errors: ["Forbidden", "InvalidState"],
	refusals: { Forbidden: "Operators only.", InvalidState: "Another release was imported at the same time." },
	parameters: importPoisParameters,
	response: itemResponse(poiRelease),
	status: 201,
	run: async ({ service, principal, parameters, request, body }) => {
		const upload = { contentType: request.headers.get("content-type"), body, signal: request.signal };
		return { body: itemEnvelope(await uploadRelease(service, principal, parameters, upload)) };
	},
});
