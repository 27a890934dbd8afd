import { buildDetail, retryBuildBody } from "@/lib/contract/build";
import { itemResponse } from "@/lib/contract/primitives";
import { retryBuild } from "@/lib/domain/builds/settle-failed-build";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Retry Build",
	description: "Queues a failed build again. Operators only.",
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
