import { conversionParameters } from "@/lib/contract/conversion";
import { convertGeofenceFile } from "@/lib/domain/designs/convert-geofence-file";
import { exportResponse } from "@/lib/http/routes/export-response";
import { productConversion } from "@/lib/http/routes/route";
import { streamBytes } from "@/lib/http/routes/stream-text";

export const POST = productConversion({
	summary: "Convert File of Geofences",
	description:
		"Converts a file as an import does: GeoJSON Features by lines in WGS 84, or the table of a workbook, which are not judged yet. Stores nothing.",
	accepts: ["*/*"],
	answers: "application/octet-stream",
	changesData: false,
	parameters: conversionParameters,
	// The disk keeps the file until the client has read the answer.
	run: ({ service, principal, parameters, request, body }) =>
		exportResponse(principal, async () => {
			const file = { body, signal: request.signal, json: parameters.json };
			const converted = await convertGeofenceFile(service, principal, file);
			return new Response(streamBytes(converted), { headers: { "Content-Type": "application/octet-stream" } });
		}),
});
