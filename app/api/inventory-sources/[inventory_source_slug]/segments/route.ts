import { inventorySegment, listSegmentsParameters } from "@/lib/contract/inventory";
import { listResponse } from "@/lib/contract/primitives";
import { listEnvelope } from "@/lib/http/envelopes";
import { productQuery } from "@/lib/http/route";
import { listSegments } from "@/lib/inventory/list-segments";

/** The segments of an inventory source with their numbers of devices. */
export const GET = productQuery({
	summary: "List Segments of an Inventory Source",
	description: "The segments of an inventory source with their numbers of devices.",
	parameters: listSegmentsParameters,
	path: ["inventory_source_slug"],
	response: listResponse(inventorySegment),
	run: async ({ service, principal, path, parameters }) => ({
		body: listEnvelope(await listSegments(service, principal, path.inventory_source_slug, parameters)),
	}),
});
