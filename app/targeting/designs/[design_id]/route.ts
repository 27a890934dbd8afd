import { noParameters } from "@/lib/contract/deployment";
import { design } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { getDesign } from "@/lib/domain/designs/get-design";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

/** Get Design. */
export const GET = managementQuery({
	summary: "Get Design",
	description: "One design with its sets and collaborators.",
	parameters: noParameters,
	path: ["design_id"],
	response: itemResponse(design),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getDesign(service, principal, path.design_id)),
	}),
});
