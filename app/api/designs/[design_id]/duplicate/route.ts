import { designDetail } from "@/lib/contract/design";
import { duplicateDesignBody } from "@/lib/contract/design-bodies";
import { itemResponse } from "@/lib/contract/primitives";
import { duplicateDesign } from "@/lib/domain/designs/duplicate-design";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Duplicate Design",
	description:
		"Copies a design with its sets and contents; the caller owns the copy. Builds and sharing are not copied.",
	refusals: {
		Forbidden: "The caller sees the design through a target alone.",
		InvalidState: "The design has an external build and no contents to copy.",
	},
	status: 201,
	parameters: duplicateDesignBody,
	path: ["design_id"],
	response: itemResponse(designDetail),
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await duplicateDesign(service, principal, path.design_id, parameters)),
	}),
});
