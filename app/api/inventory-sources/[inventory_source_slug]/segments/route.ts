import { inventorySegment, listSegmentsParameters } from "@/lib/contract/inventory";
import { listResponse } from "@/lib/contract/primitives";
import { listSegments } from "@/lib/domain/inventory/list-segments";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Segments of an Inventory Source",
	description: "The segments of an inventory source with their numbers of devices.",
	fromReplica: true,
	parameters: listSegmentsParameters,
	path: ["inventory_source_slug"],
	response: listResponse(inventorySegment),
	run: async ({ service, principal, path, parameters }) => ({
		body: listEnvelope(await listSegments(service, principal, path.inventory_source_slug, parameters)),
	}),
});
