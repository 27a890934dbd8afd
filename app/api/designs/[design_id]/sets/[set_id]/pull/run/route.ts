import { noParameters } from "@/lib/contract/deployment";
import { listPull } from "@/lib/contract/list-pull";
import { itemResponse } from "@/lib/contract/primitives";
import { runListPull } from "@/lib/domain/designs/set-list-pull";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction } from "@/lib/http/routes/route";

export const POST = productAction({
	summary: "Pull Geofences of a Set",
	description: "Has the geofences pulled at once.",
	parameters: noParameters,
	path: ["design_id", "set_id"],
	response: itemResponse(listPull),
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => {
		const set = { designId: path.design_id, setId: path.set_id };
		return { body: itemEnvelope(await runListPull(service, principal, set)) };
	},
});
