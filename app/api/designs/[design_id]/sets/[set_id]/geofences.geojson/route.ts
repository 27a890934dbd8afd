import { noParameters } from "@/lib/contract/deployment";
import { exportGeofences } from "@/lib/domain/designs/export-geofences";
import { exportResponse } from "@/lib/http/routes/export-response";
import { featureCollectionResponse } from "@/lib/http/routes/feature-collection-response";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Export Geofences as GeoJSON",
	description:
		"All geofences of a set with their ids and properties as a file, streamed. An import of it changes nothing.",
	answers: "application/geo+json",
	fromReplica: true,
	parameters: noParameters,
	path: ["design_id", "set_id"],
	run: async ({ service, principal, path }) =>
		exportResponse(principal, async () => {
			const set = { designId: path.design_id, setId: path.set_id };
			const { texts, name } = await exportGeofences(service, principal, set);
			return featureCollectionResponse(texts, { name });
		}),
});
