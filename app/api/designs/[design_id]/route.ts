import { noParameters } from "@/lib/contract/deployment";
import { designDetail } from "@/lib/contract/design";
import { editDesignBody } from "@/lib/contract/design-bodies";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { deleteDesign } from "@/lib/domain/designs/delete-design";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { INLINE_SETS_BYTES } from "@/lib/domain/designs/inline-sets";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PATCH = productJson({
	summary: "Edit Design",
	largest: INLINE_SETS_BYTES,
	description:
		"`sets` replaces the list of sets; a set with `set_id` keeps its absent fields. A 412 carries the author of the other change and the current design (`current`), to merge the two edits set by set.",
	refusals: {
		Forbidden: "The caller sees the design but may not edit it, or may not set its price or its owner.",
		InvalidState:
			"Name and sets are frozen: the design's status is `requested`, `building` or `failed`, or it has an external build.",
		VersionMismatch:
			"The revision in `If-Match` is no longer the current one. The answer also has `revision`, `changed_by`, `changed_at`, `action` and the current design (`current`).",
	},
	example: { name: "Coffee shops Berlin" },
	parameters: editDesignBody,
	path: ["design_id"],
	response: itemResponse(designDetail),
	expects: ["revision"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editDesign(service, principal, path.design_id, parameters, expectation)),
	}),
});

export const DELETE = productAction({
	summary: "Delete Design",
	description: "Removes a design permanently, with its builds and their files.",
	refusals: {
		InvalidState: "The design has a live deployment.",
	},
	parameters: noParameters,
	path: ["design_id"],
	response: emptyResponse,
	expects: ["revision"],
	run: async ({ service, principal, path, expectation }) => {
		await deleteDesign(service, principal, path.design_id, expectation);
		return { body: emptyEnvelope() };
	},
});
