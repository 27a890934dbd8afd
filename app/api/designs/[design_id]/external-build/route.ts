import { buildDetail, externalBuildParameters } from "@/lib/contract/build";
import { itemResponse } from "@/lib/contract/primitives";
import { attachExternalBuild } from "@/lib/domain/builds/attach-external-build";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productUpload } from "@/lib/http/routes/route";

export const PUT = productUpload({
	summary: "Upload External Build",
	description:
		"Attaches a targeting file as the design's newest build. The file is verified as an agent would verify it.",
	refusals: {
		Forbidden: "Operators only.",
		InvalidState: "A build of the design is requested or running.",
	},
	accepts: ["application/octet-stream"],
	largest: "BUILD_MAX_BYTES",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: externalBuildParameters,
	path: ["design_id"],
	response: itemResponse(buildDetail),
	run: async ({ service, principal, parameters, path, body, expectation }) => {
		const upload = { body, reason: parameters.reason, expectedRevision: expectation.revision };
		return { body: itemEnvelope(await attachExternalBuild(service, principal, path.design_id, upload)) };
	},
});
