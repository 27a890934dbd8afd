import { bulkBody, bulkResult } from "@/lib/contract/bulk";
import { itemResponse } from "@/lib/contract/primitives";
import { decideInBulk } from "@/lib/domain/deployments/transitions/decide-in-bulk";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Decide in Bulk",
	description:
		"Activates, rejects, deactivates, deletes or tags up to 500 deployments, or undoes decisions on them, in the order of the items, each in its own transaction: a refused item does not affect the others. Of several builds of a design for one target the newest is activated, and the older ones are refused.",
	example: { action: "reject", items: [{ id: "0b9fd7a5-2d9c-4c6b-8f0e-6a3d1f7c2b10" }], message: "Too large" },
	parameters: bulkBody,
	response: itemResponse(bulkResult),
	inParts: true,
	run: async ({ service, principal, parameters, part }) => ({
		body: itemEnvelope(await decideInBulk(service, principal, parameters, part)),
	}),
});
