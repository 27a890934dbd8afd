import { noParameters } from "@/lib/contract/deployment";
import { poiReleaseRemoval } from "@/lib/contract/point-of-interest";
import { itemResponse } from "@/lib/contract/primitives";
import { deleteRelease } from "@/lib/domain/pois/delete-release";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const DELETE = productAction({
	summary: "Remove Points of Interest",
	description:
		"Removes the file of a release, as when its license ends. Sets and builds keep the geofences that were made over it. Operators only.",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["release_id"],
	response: itemResponse(poiReleaseRemoval),
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await deleteRelease(service, principal, path.release_id, expectation)),
	}),
});
