import { noParameters } from "@/lib/contract/deployment";
import { designDetail, editDesignBody } from "@/lib/contract/design";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { deleteDesign } from "@/lib/domain/designs/delete-design";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { INLINE_SETS_BYTES } from "@/lib/domain/designs/inline-sets";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

/** Changes what is named and leaves the rest. */
export const PATCH = productJson({
	summary: "Edit Design",
	largest: INLINE_SETS_BYTES,
	description:
		"`sets` replaces the list of sets: one with `set_id` keeps what is left out. A 412 says who changed the design and how it is now (`current`), so that two edits can be merged set by set.",
	refusals: {
		Forbidden: "The caller sees the design and may not edit it; or may not set its price or its owner.",
		InvalidState:
			"Name and sets are frozen: the design's status is `requested`, `building` or `failed`, or its build was made elsewhere.",
		VersionMismatch:
			"The revision in `If-Match` is no longer the current one. Besides the message the answer has `revision`, `changed_by`, `changed_at`, `action` and the design as it is now (`current`).",
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

/** Removes a design that has no live deployment, with its builds and their files. */
export const DELETE = productAction({
	summary: "Delete Design",
	description: "Removes a design for good, with its builds and their files.",
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
