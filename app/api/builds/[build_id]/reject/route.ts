import { buildDetail, rejectBuildBody } from "@/lib/contract/build";
import { itemResponse } from "@/lib/contract/primitives";
import { abandonBuild } from "@/lib/domain/builds/settle-failed-build";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Reject Build",
	description:
		"Abandons a failed build: the design becomes `rejected`, with a reason for its designer. Operators only.",
	refusals: {
		InvalidState: "The build has not failed.",
	},
	parameters: rejectBuildBody,
	path: ["build_id"],
	response: itemResponse(buildDetail),
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await abandonBuild(service, principal, path.build_id, parameters, expectation)),
	}),
});
