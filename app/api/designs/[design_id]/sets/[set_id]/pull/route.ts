import { noParameters } from "@/lib/contract/deployment";
import { listPull, setListPullBody } from "@/lib/contract/list-pull";
import { emptyResponse, itemResponse } from "@/lib/contract/primitives";
import { deleteListPull, setListPull } from "@/lib/domain/designs/set-list-pull";
import { emptyEnvelope, itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PUT = productJson({
	summary: "Set Pull of a Set",
	description:
		"From where and when the geofences of a set are pulled, with the caller's rights; the first pull follows at once. Secrets are not shown again; absent ones stay for the same host.",
	parameters: setListPullBody,
	example: { url: "https://data.example/stores.csv", daily_at: "03:30", time_zone: "Europe/Berlin" },
	path: ["design_id", "set_id"],
	response: itemResponse(listPull),
	errors: ["Forbidden", "InvalidState"],
	refusals: { InvalidState: "The design has an external build." },
	run: async ({ service, principal, parameters, path }) => {
		const set = { designId: path.design_id, setId: path.set_id };
		return { body: itemEnvelope(await setListPull(service, principal, set, parameters)) };
	},
});

export const DELETE = productAction({
	summary: "Remove Pull of a Set",
	description: "Ends the pulls; the geofences stay.",
	parameters: noParameters,
	path: ["design_id", "set_id"],
	response: emptyResponse,
	errors: ["Forbidden"],
	run: async ({ service, principal, path }) => {
		await deleteListPull(service, principal, { designId: path.design_id, setId: path.set_id });
		return { body: emptyEnvelope() };
	},
});
