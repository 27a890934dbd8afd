import { createPlaceCategoryBody, listPlaceCategoriesParameters, placeCategory } from "@/lib/contract/place";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { listCategories } from "@/lib/domain/places/categories";
import { createCategory } from "@/lib/domain/places/create-category";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Place Categories",
	description: "The categories of the operator's places, by name; every caller sees them.",
	fromReplica: true,
	parameters: listPlaceCategoriesParameters,
	response: listResponse(placeCategory),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listCategories(service, principal, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create Place Category",
	description: "Creates a category without places. Operators only.",
	refusals: { Forbidden: "Operators only.", InvalidState: "The name is taken." },
	parameters: createPlaceCategoryBody,
	response: itemResponse(placeCategory),
	status: 201,
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createCategory(service, principal, parameters)),
	}),
});
