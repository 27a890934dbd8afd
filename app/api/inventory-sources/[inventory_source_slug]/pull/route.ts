import { noParameters } from "@/lib/contract/deployment";
import { inventoryPull, setInventoryPullBody } from "@/lib/contract/inventory";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { deleteInventoryPull, setInventoryPull } from "@/lib/domain/inventory/set-inventory-pull";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PUT = productJson({
	summary: "Set Pull of an Inventory Source",
	description:
		"From where and when the data are pulled; the first pull follows at once. Secrets are not shown again; absent ones stay for the same host. Operators only.",
	parameters: setInventoryPullBody,
	example: { url: "https://data.example/visits.csv", mode: "append", daily_at: "03:30", time_zone: "Europe/Berlin" },
	path: ["inventory_source_slug"],
	response: itemResponse(inventoryPull),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await setInventoryPull(service, principal, path.inventory_source_slug, parameters)),
	}),
});

export const DELETE = productAction({
	summary: "Remove Pull of an Inventory Source",
	description: "Ends the pulls; the data stay. Operators only.",
	parameters: noParameters,
	path: ["inventory_source_slug"],
	response: emptyResponse,
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => {
		await deleteInventoryPull(service, principal, path.inventory_source_slug);
		return { body: emptyEnvelope() };
	},
});
