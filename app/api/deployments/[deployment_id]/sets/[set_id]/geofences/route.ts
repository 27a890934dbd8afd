import { noParameters } from "@/lib/contract/deployment";
import { findBuiltGeofences } from "@/lib/domain/deployments/preview/find-built-geofences";
import { readBareGeofenceTexts } from "@/lib/domain/designs/read-set-geofences";
import { downloadResponse } from "@/lib/http/routes/download-response";
import { featureCollectionResponse } from "@/lib/http/routes/feature-collection-response";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Geofences of a Deployed Set",
	description:
		"The geofences of the build, for administrators of the target and viewers of the design, until the design's set gets other geofences. Without their ids and further properties.",
	answers: "application/geo+json",
	fromReplica: true,
	parameters: noParameters,
	path: ["deployment_id", "set_id"],
	run: async ({ service, principal, path }) =>
		downloadResponse(principal, async () => {
			const set = { deploymentId: path.deployment_id, setId: path.set_id };
			return featureCollectionResponse(readBareGeofenceTexts(await findBuiltGeofences(service, principal, set)));
		}),
});
