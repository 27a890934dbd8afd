import { noParameters } from "@/lib/contract/deployment";
import { listChangedGeofences } from "@/lib/domain/deployments/changes/list-changed-geofences";
import { downloadResponse } from "@/lib/http/routes/download-response";
import { featureCollectionResponse } from "@/lib/http/routes/feature-collection-response";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Changed Geofences",
	description:
		"The geofences that an activation keeps, adds and removes on the target, with `change` and `set_id` among their properties. Streamed. `places` beside them says where, as of the summary.",
	answers: "application/geo+json",
	fromReplica: true,
	parameters: noParameters,
	path: ["deployment_id"],
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) =>
		downloadResponse(principal, async () => {
			const { texts, places } = await listChangedGeofences(service, principal, path.deployment_id);
			return featureCollectionResponse(texts, { members: async () => ({ places: await places() }) });
		}),
});
