import { retryBuild } from "@/lib/builds/retry-build";
import { buildDetail, retryBuildBody } from "@/lib/contract/build";
import { itemResponse } from "@/lib/contract/primitives";
import { itemEnvelope } from "@/lib/http/envelopes";
import { productJson } from "@/lib/http/route";

/** Puts a failed build back into the queue. */
export const POST = productJson({
	summary: "Retry Build",
	description: "Puts a failed build back into the queue. Operators only.",
	refusals: {
		InvalidState: "The build has not failed.",
	},
	parameters: retryBuildBody,
	path: ["build_id"],
	response: itemResponse(buildDetail),
	expects: ["revision"],
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await retryBuild(service, principal, path.build_id, expectation)),
	}),
});
