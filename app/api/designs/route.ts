import { designDetail } from "@/lib/contract/design";
import { createDesignBody } from "@/lib/contract/design-bodies";
import { itemResponse } from "@/lib/contract/primitives";
import { createDesign } from "@/lib/domain/designs/create-design";
import { INLINE_SETS_BYTES } from "@/lib/domain/designs/inline-sets";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productJson } from "@/lib/http/routes/route";

export const POST = productJson({
	summary: "Create Design",
	largest: INLINE_SETS_BYTES,
	description:
		"Creates a design of the caller, with or without sets. Sets of a proximity design have `geofences`, those of an audience design `audience`.",
	status: 201,
	parameters: createDesignBody,
	example: {
		name: "Coffee shops Berlin",
		type: "proximity",
		sets: [
			{
				set_name: "City center",
				targeting_code: "COFFEE-CENTER",
				geofences: {
					type: "FeatureCollection",
					features: [
						{
							type: "Feature",
							properties: { name: "Alexanderplatz", radius: 150 },
							geometry: { type: "Point", coordinates: [13.4132, 52.5219] },
						},
					],
				},
			},
		],
	},
	response: itemResponse(designDetail),
	run: async ({ service, principal, parameters }) => ({
		body: itemEnvelope(await createDesign(service, principal, parameters)),
	}),
});
