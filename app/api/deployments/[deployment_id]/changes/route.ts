import { noParameters } from "@/lib/contract/deployment";
import { geofenceChanges } from "@/lib/contract/geofence-changes";
import { itemResponse } from "@/lib/contract/primitives";
import { summarizeChanges } from "@/lib/domain/deployments/changes/summarize-changes";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Summarize Changed Geofences",
	description:
		"How many geofences an activation keeps, adds and removes on the target, and where: by place and by the cells of a grid, for a map of any number.",
	parameters: noParameters,
	path: ["deployment_id"],
	errors: ["Forbidden"],
	response: itemResponse(geofenceChanges),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await summarizeChanges(service, principal, path.deployment_id)),
	}),
});
