import { requestBuild } from "@/lib/builds/request-build";
import { design, requestBuildParameters } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { itemEnvelope } from "@/lib/http/envelopes";
import { managementForm } from "@/lib/http/route";

/** Request Build of a Design. */
export const POST = managementForm({
	summary: "Request Build of a Design",
	errors: ["Forbidden"],
	parameters: requestBuildParameters,
	path: ["design_id"],
	response: itemResponse(design),
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await requestBuild(service, principal, path.design_id, parameters)),
	}),
});
