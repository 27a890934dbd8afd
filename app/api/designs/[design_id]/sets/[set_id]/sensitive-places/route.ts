import { noParameters } from "@/lib/contract/deployment";
import { setOverlaps } from "@/lib/contract/place";
import { itemResponse } from "@/lib/contract/primitives";
import { getSetOverlaps } from "@/lib/domain/places/get-set-overlaps";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Sensitive Places of a Set",
	description: "The geofences of a set that overlap sensitive places, compared with the current places.",
	parameters: noParameters,
	path: ["design_id", "set_id"],
	response: itemResponse(setOverlaps),
	run: async ({ service, principal, path, request }) => ({
		body: itemEnvelope(
			await getSetOverlaps(service, principal, { designId: path.design_id, setId: path.set_id }, request.signal),
		),
	}),
});
