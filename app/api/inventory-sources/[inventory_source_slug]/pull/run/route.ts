import { noParameters } from "@/lib/contract/deployment";
import { inventoryPull } from "@/lib/contract/inventory";
import { itemResponse } from "@/lib/contract/primitives";
import { runInventoryPull } from "@/lib/domain/inventory/set-inventory-pull";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const POST = productAction({
	summary: "Pull Inventory Data",
	description: "Has the data pulled at once. Operators only.",
	parameters: noParameters,
	path: ["inventory_source_slug"],
	response: itemResponse(inventoryPull),
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await runInventoryPull(service, principal, path.inventory_source_slug)),
	}),
});
