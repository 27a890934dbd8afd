import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { editViewBody, savedView } from "@/lib/contract/view";
import { deleteView } from "@/lib/domain/views/delete-view";
import { editView } from "@/lib/domain/views/edit-view";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

/** Changes what is named and leaves the rest; whether it is the default, everybody who sees it decides for themselves. */
export const PATCH = productJson({
	summary: "Edit View",
	description:
		"Changes what is named and leaves the rest. Whether it is the default, everybody who sees it decides for themselves.",
	parameters: editViewBody,
	path: ["view_id"],
	response: itemResponse(savedView),
	expects: ["revision"],
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editView(service, principal, path.view_id, parameters, expectation)),
	}),
});

/** Deletes a view, also for those whose default it was. */
export const DELETE = productAction({
	summary: "Delete View",
	description:
		"Deletes a view, also for those whose default it was: one's own, and as administrator those that colleagues share.",
	parameters: noParameters,
	path: ["view_id"],
	response: emptyResponse,
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, path, expectation }) => {
		await deleteView(service, principal, path.view_id, expectation);
		return { body: emptyEnvelope() };
	},
});
