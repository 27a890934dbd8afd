import { noParameters } from "@/lib/contract/deployment";
import { findBuiltGeofences } from "@/lib/domain/deployments/find-built-geofences";
import { readGeofences } from "@/lib/domain/designs/read-set-geofences";
import { featureCollectionResponse } from "@/lib/http/routes/feature-collection-response";
import { productQuery } from "@/lib/http/routes/route";

/** The geofences of a set as they are in a deployment's build. */
export const GET = productQuery({
	summary: "Get Geofences of a Deployed Set",
	description:
		"As they were built, for whoever administers the target or sees the design; until the design's set gets others.",
	answers: "application/geo+json",
	parameters: noParameters,
	path: ["deployment_id", "set_id"],
	run: async ({ service, principal, path }) =>
		featureCollectionResponse(
			readGeofences(
				await findBuiltGeofences(service, principal, { deploymentId: path.deployment_id, setId: path.set_id }),
			),
		),
});
