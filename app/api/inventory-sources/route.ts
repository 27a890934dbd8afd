import { createInventorySourceBody, inventorySource, listInventorySourcesParameters } from "@/lib/contract/inventory";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { listInventorySources } from "@/lib/domain/inventory/sources";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Inventory Sources",
	description: "Inventory sources that the caller may use.",
	fromReplica: true,
	parameters: listInventorySourcesParameters,
	response: listResponse(inventorySource),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listInventorySources(service, principal, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create Inventory Source",
	description: "Creates an inventory source without data. Operators only.",
	refusals: {
		Forbidden: "Operators only.",
		InvalidState: "The slug is taken.",
	},
	parameters: createInventorySourceBody,
	response: itemResponse(inventorySource),
	status: 201,
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createInventorySource(service, principal, parameters)),
	}),
});
