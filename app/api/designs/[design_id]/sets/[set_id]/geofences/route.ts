import { noParameters } from "@/lib/contract/deployment";
import { GEOFENCE_CONTENT_TYPES, geofenceImport } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { importGeofences } from "@/lib/domain/designs/import-geofences";
import { findSetGeofences, readGeofences } from "@/lib/domain/designs/read-set-geofences";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { featureCollectionResponse } from "@/lib/http/routes/feature-collection-response";
import { productQuery, productUpload } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Geofences of a Set",
	description: "All geofences of a set as a GeoJSON FeatureCollection, streamed.",
	answers: "application/geo+json",
	parameters: noParameters,
	path: ["design_id", "set_id"],
	run: async ({ service, principal, path }) =>
		featureCollectionResponse(
			readGeofences(await findSetGeofences(service, principal, { designId: path.design_id, setId: path.set_id })),
		),
});

export const PUT = productUpload({
	summary: "Replace Geofences of a Set",
	description:
		"Replaces a set's geofences from a file: GeoJSON (a FeatureCollection; one Feature or geometry counts as a collection of it), newline-delimited GeoJSON, or CSV (separated by commas or semicolons) or TSV with `latitude`, `longitude`, optional `radius` (meters) and `name`. Decimal commas are allowed where no comma separates the fields. Refused rows are listed with line and reason; a file without an accepted row changes nothing.",
	accepts: GEOFENCE_CONTENT_TYPES,
	largest: "GEOFENCES_MAX_BYTES",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["design_id", "set_id"],
	response: itemResponse(geofenceImport),
	run: async ({ service, principal, path, request, body, expectation }) => {
		const upload = {
			contentType: request.headers.get("content-type"),
			body,
			signal: request.signal,
			expectedRevision: expectation.revision,
		};
		const set = { designId: path.design_id, setId: path.set_id };
		return { body: itemEnvelope(await importGeofences(service, principal, set, upload)) };
	},
});
