import { noParameters } from "@/lib/contract/deployment";
import { designDetail } from "@/lib/contract/design";
import { poiQuery } from "@/lib/contract/point-of-interest";
import { itemResponse } from "@/lib/contract/primitives";
import { detachPois, setPois } from "@/lib/domain/designs/set-pois";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productAction, productJson } from "@/lib/http/routes/route";

export const PUT = productJson({
	summary: "Set Points of Interest of a Set",
	description:
		"Makes the geofences of a set by a query over points of interest: now, and with every build over a newer release.",
	parameters: poiQuery,
	path: ["design_id", "set_id"],
	response: itemResponse(designDetail),
	expects: ["revision"],
	errors: ["Forbidden"],
	run: async ({ service, principal, parameters, path, expectation }) => {
		const set = { designId: path.design_id, setId: path.set_id };
		return { body: itemEnvelope(await setPois(service, principal, set, parameters, expectation)) };
	},
});

export const DELETE = productAction({
	summary: "Detach Points of Interest of a Set",
	description: "Turns the geofences that a query made into a list, which no release changes.",
	expects: ["revision"],
	errors: ["Forbidden"],
	parameters: noParameters,
	path: ["design_id", "set_id"],
	response: itemResponse(designDetail),
	run: async ({ service, principal, path, expectation }) => {
		const set = { designId: path.design_id, setId: path.set_id };
		return { body: itemEnvelope(await detachPois(service, principal, set, expectation)) };
	},
});
