import { noParameters } from "@/lib/contract/deployment";
import { editInventorySourceBody, inventorySource, inventorySourceDetail } from "@/lib/contract/inventory";
import { itemResponse } from "@/lib/contract/primitives";
import { editInventorySource } from "@/lib/domain/inventory/edit-inventory-source";
import { getInventorySource } from "@/lib/domain/inventory/get-inventory-source";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Inventory Source",
	description: "An inventory source with its versions and the designs that use it.",
	parameters: noParameters,
	path: ["inventory_source_slug"],
	response: itemResponse(inventorySourceDetail),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getInventorySource(service, principal, path.inventory_source_slug)),
	}),
});

export const PATCH = productJson({
	summary: "Edit Inventory Source",
	description: "Changes its name and its organizations; absent fields stay as they are. Operators only.",
	parameters: editInventorySourceBody,
	path: ["inventory_source_slug"],
	response: itemResponse(inventorySource),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path, expectation }) => ({
		body: itemEnvelope(
			await editInventorySource(service, principal, path.inventory_source_slug, parameters, expectation),
		),
	}),
});
