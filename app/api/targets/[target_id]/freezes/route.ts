import { createFreezeBody, listFreezesParameters, targetFreeze } from "@/lib/contract/activation-window";
import { itemResponse, listResponse } from "@/lib/contract/primitives";
import { createFreeze } from "@/lib/domain/targets/create-freeze";
import { listFreezes } from "@/lib/domain/targets/list-freezes";
import { itemEnvelope, listEnvelope } from "@/lib/http/routes/envelopes";
import { productJson, productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Freezes",
	description: "Freezes of the target that have not ended, the next first, for its administrators.",
	fromReplica: true,
	parameters: listFreezesParameters,
	path: ["target_id"],
	response: listResponse(targetFreeze),
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path }) => ({
		body: listEnvelope(await listFreezes(service, principal, path.target_id, parameters)),
	}),
});

export const POST = productJson({
	summary: "Create Freeze",
	description: "Allows no activations on the target during a time; with a reason they are possible nevertheless.",
	refusals: {
		Forbidden: "The caller sees the target but does not administer it.",
		InvalidState: "The target has 100 freezes that have not ended.",
	},
	example: { starts_at: "2026-12-20T00:00:00Z", ends_at: "2027-01-02T08:00:00Z", reason: "Holiday peak" },
	parameters: createFreezeBody,
	path: ["target_id"],
	response: itemResponse(targetFreeze),
	status: 201,
	run: async ({ service, principal, parameters, path }) => ({
		body: itemEnvelope(await createFreeze(service, principal, path.target_id, parameters)),
	}),
});
