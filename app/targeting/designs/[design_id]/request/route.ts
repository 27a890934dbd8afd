import { design, requestBuildParameters } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementForm } from "@/lib/http/routes/route";

/** Request Build of a Design. */
export const POST = managementForm({
	summary: "Request Build of a Design",
	description:
		"The design becomes `requested` and cannot be edited until the build has been completed or rejected. A build is rejected, with a reason to read, when the design cannot be built as it stands.",
	refusals: {
		Forbidden: "The caller sees the design and may not edit it.",
		InvalidState:
			"The design's status is not `in_design`, `rejected` or `built`; or the design is tied to a build made elsewhere.",
	},
	errors: ["Forbidden"],
	parameters: requestBuildParameters,
	path: ["design_id"],
	response: itemResponse(design),
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await requestBuild(service, principal, path.design_id, parameters)),
	}),
});
