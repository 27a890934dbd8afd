import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { deleteFreeze } from "@/lib/domain/targets/delete-freeze";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const DELETE = productAction({
	summary: "Remove Freeze",
	description: "Removes a freeze of the target; one that has started ends now.",
	parameters: noParameters,
	path: ["target_id", "freeze_id"],
	response: emptyResponse,
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => {
		await deleteFreeze(service, principal, path.target_id, path.freeze_id);
		return { body: emptyEnvelope() };
	},
});
