import { noParameters } from "@/lib/contract/deployment";
import { exportGeofenceTable } from "@/lib/domain/designs/export-geofences";
import { CSV, csvResponse } from "@/lib/http/routes/csv-response";
import { exportResponse } from "@/lib/http/routes/export-response";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Export Geofences as CSV",
	description:
		"All geofences of a set as a table, streamed: `id`, `latitude`, `longitude` and `radius` of circles, `wkt` of areas, `name`, and a column for each further property. An import of it changes nothing but types, as all cells are texts.",
	answers: CSV,
	errors: ["InvalidState"],
	fromReplica: true,
	parameters: noParameters,
	path: ["design_id", "set_id"],
	run: async ({ service, principal, path }) =>
		exportResponse(principal, async () => {
			const set = { designId: path.design_id, setId: path.set_id };
			return csvResponse(await exportGeofenceTable(service, principal, set));
		}),
});
