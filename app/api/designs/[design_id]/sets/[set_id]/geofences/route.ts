import { noParameters } from "@/lib/contract/deployment";
import { geofenceImport, geofenceRemoval } from "@/lib/contract/geofence-import";
import { importGeofencesParameters } from "@/lib/contract/import-geofences";
import { itemResponse } from "@/lib/contract/primitives";
import { importGeofences, removeGeofences } from "@/lib/domain/designs/import-geofences";
import { findSetGeofences, readGeofenceTexts } from "@/lib/domain/designs/read-set-geofences";
import { downloadResponse } from "@/lib/http/routes/download-response";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { featureCollectionResponse } from "@/lib/http/routes/feature-collection-response";
import { productAction, productQuery, productUpload } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Geofences of a Set",
	description: "All geofences of a set as a GeoJSON FeatureCollection, streamed.",
	answers: "application/geo+json",
	fromReplica: true,
	parameters: noParameters,
	path: ["design_id", "set_id"],
	run: async ({ service, principal, path }) =>
		downloadResponse(principal, async () => {
			const set = { designId: path.design_id, setId: path.set_id };
			return featureCollectionResponse(readGeofenceTexts(await findSetGeofences(service, principal, set)));
		}),
});

export const PUT = productUpload({
	summary: "Replace Geofences of a Set",
	description:
		"Replaces a set's geofences from a file, adds to them, or updates those with an `id` of the file. Its content decides how it is read and not its label: GeoJSON (FeatureCollections, Features and geometries, one after the other or in lists) or a table (fields separated by comma, semicolon, tab or pipe) with `latitude` and `longitude`, or well-known text in `wkt`, optional `radius` (meters, or another unit in its heading or beside the number) and `name`; UTF-8 or UTF-16, plain or gzip. KML, KMZ, GPX, GML, zipped Shapefiles, GeoPackage, FlatGeobuf, TopoJSON, Esri JSON, XLSX, ODS and GeoJSON in other coordinate systems are converted first. Refused rows are listed with line and reason; a file without an accepted row is a 400 and changes nothing.",
	accepts: ["*/*"],
	largest: "GEOFENCES_MAX_BYTES",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: importGeofencesParameters,
	path: ["design_id", "set_id"],
	response: itemResponse(geofenceImport),
	run: async ({ service, principal, path, parameters, request, body, expectation }) => {
		const upload = {
			contentType: request.headers.get("content-type"),
			body,
			signal: request.signal,
			mode: parameters.mode,
			bufferMeters: parameters.buffer_meters,
			expectedRevision: expectation.revision,
		};
		const set = { designId: path.design_id, setId: path.set_id };
		return { body: itemEnvelope(await importGeofences(service, principal, set, upload)) };
	},
});

export const DELETE = productAction({
	summary: "Remove Geofences of a Set",
	description: "Empties a set. A file without geofences never does.",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["design_id", "set_id"],
	response: itemResponse(geofenceRemoval),
	run: async ({ service, principal, path, expectation }) => {
		const set = { designId: path.design_id, setId: path.set_id };
		return { body: itemEnvelope(await removeGeofences(service, principal, set, expectation)) };
	},
});
