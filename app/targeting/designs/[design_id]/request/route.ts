import { design } from "@/lib/contract/design";
import { requestBuildParameters } from "@/lib/contract/design-bodies";
import { itemResponse } from "@/lib/contract/primitives";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

export const POST = managementForm({
	summary: "Request Build of a Design",
	description:
		"The design becomes `requested` and cannot be edited until the build has been completed or rejected. A build is rejected, with a reason, if the design cannot be built.",
	refusals: {
		Forbidden: "The caller sees the design but may not edit it.",
		InvalidState: "The design's status is not `in_design`, `rejected` or `built`; or the design has an external build.",
	},
	errors: ["Forbidden"],
	parameters: requestBuildParameters,
	path: ["design_id"],
	response: itemResponse(design),
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await requestBuild(service, principal, path.design_id, parameters)),
	}),
});
