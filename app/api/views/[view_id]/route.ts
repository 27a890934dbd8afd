import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { editViewBody, savedView } from "@/lib/contract/view";
import { deleteView } from "@/lib/domain/views/delete-view";
import { editView } from "@/lib/domain/views/edit-view";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PATCH = productJson({
	summary: "Edit View",
	description: "Changes a view; absent fields stay as they are. Every user sets their own default.",
	parameters: editViewBody,
	path: ["view_id"],
	response: itemResponse(savedView),
	expects: ["revision"],
	errors: ["Forbidden", "InvalidState"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editView(service, principal, path.view_id, parameters, expectation)),
	}),
});

export const DELETE = productAction({
	summary: "Delete View",
	description:
		"Deletes a view, also where it was a default. Owners may delete their views, administrators also shared ones of their organization.",
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
