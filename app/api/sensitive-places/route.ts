import { checkedGeofences, setOverlaps } from "@/lib/contract/place";
import { itemResponse } from "@/lib/contract/primitives";
import { checkGeofences } from "@/lib/domain/places/check-geofences";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Check Geofences",
	description: "Which of up to 1,000 geofences overlap sensitive places, before they are saved.",
	parameters: checkedGeofences,
	response: itemResponse(setOverlaps),
	run: async ({ service, principal, parameters, request }) => ({
		body: itemEnvelope(await checkGeofences(service, principal, parameters, request.signal)),
	}),
});
