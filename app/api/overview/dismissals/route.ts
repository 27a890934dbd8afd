import { dismissal, dismissalBody } from "@/lib/contract/overview-dismissal";
import { itemResponse } from "@/lib/contract/primitives";
import { dismissFailure } from "@/lib/domain/overview/dismiss-failure";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Dismiss Failure",
	description: "Hides a failure from the caller's overview until it happens again, or shows it again.",
	example: { kind: "load", object_id: "3f6d1f7e-4f0e-4c0a-9a53-7a2b7ad7d8a1" },
	parameters: dismissalBody,
	response: itemResponse(dismissal),
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await dismissFailure(service, principal, parameters)),
	}),
});
