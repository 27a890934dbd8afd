import { noParameters } from "@/lib/contract/deployment";
import { placeImport } from "@/lib/contract/place";
import { itemResponse } from "@/lib/contract/primitives";
import { readGeofenceTexts } from "@/lib/domain/designs/read-set-geofences";
import { importPlaces } from "@/lib/domain/places/import-places";
import { readPlaces } from "@/lib/domain/places/read-places";
import { downloadResponse } from "@/lib/http/routes/download-response";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { featureCollectionResponse } from "@/lib/http/routes/feature-collection-response";
import { productQuery, productUpload } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Places",
	description: "The places of a category as a GeoJSON FeatureCollection, streamed.",
	answers: "application/geo+json",
	fromReplica: true,
	parameters: noParameters,
	path: ["category_id"],
	run: async ({ service, principal, path }) =>
		downloadResponse(principal, async () =>
			featureCollectionResponse(readGeofenceTexts(await readPlaces(service, principal, path.category_id))),
		),
});

export const PUT = productUpload({
	summary: "Replace Places",
	description:
		"Replaces the places of a category from a file, which is read as one of geofences. At most 200,000 places. Operators only.",
	accepts: ["*/*"],
	largest: "GEOFENCES_MAX_BYTES",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["category_id"],
	response: itemResponse(placeImport),
	run: async ({ service, principal, path, request, body, expectation }) => ({
		body: itemEnvelope(
			await importPlaces(service, principal, path.category_id, {
				contentType: request.headers.get("content-type"),
				body,
				signal: request.signal,
				expectedRevision: expectation.revision,
			}),
		),
	}),
});
