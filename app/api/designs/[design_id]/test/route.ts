import { lookupTestBody, lookupTestResult } from "@/lib/contract/lookup-test";
import { itemResponse } from "@/lib/contract/primitives";
import { testDesign } from "@/lib/domain/designs/test-design";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Test Design",
	description:
		"The sets and geofences that a point (`latitude`, `longitude`) or a device (`device_id`) is in, by the current contents or by a build's file.",
	changesData: false,
	example: { latitude: 52.5219, longitude: 13.4132 },
	parameters: lookupTestBody,
	path: ["design_id"],
	response: itemResponse(lookupTestResult),
	run: async ({ service, principal, parameters, path, request: { signal } }) => ({
		body: itemEnvelope(await testDesign(service, principal, path.design_id, parameters, { signal })),
	}),
});
