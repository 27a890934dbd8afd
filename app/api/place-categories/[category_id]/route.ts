import { noParameters } from "@/lib/contract/deployment";
import { editPlaceCategoryBody, placeCategory, placeCategoryRemoval } from "@/lib/contract/place";
import { itemResponse } from "@/lib/contract/primitives";
import { deleteCategory } from "@/lib/domain/places/delete-category";
import { editCategory } from "@/lib/domain/places/edit-category";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PATCH = productJson({
	summary: "Edit Place Category",
	description:
		"Changes its name, and whether its places are sensitive; absent fields stay as they are. Operators only.",
	parameters: editPlaceCategoryBody,
	path: ["category_id"],
	response: itemResponse(placeCategory),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(await editCategory(service, principal, path.category_id, parameters, expectation)),
	}),
});

export const DELETE = productAction({
	summary: "Delete Place Category",
	description: "Removes a category with its places. Operators only.",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["category_id"],
	response: itemResponse(placeCategoryRemoval),
	run: async ({ service, principal, path, expectation }) => ({
		body: itemEnvelope(await deleteCategory(service, principal, path.category_id, expectation)),
	}),
});
