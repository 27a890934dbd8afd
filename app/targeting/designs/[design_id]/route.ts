import { noParameters } from "@/lib/contract/deployment";
import { design, designDetail } from "@/lib/contract/design";
import { itemResponse } from "@/lib/contract/primitives";
import { getDesign } from "@/lib/domain/designs/get-design";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { managementQuery } from "@/lib/http/routes/route";

export const GET = managementQuery(
	{
		summary: "Get Design",
		description:
			"One design with its sets and collaborators. With `detail=true` it also has its revision, visibility tags, reasons and the contents of its sets: audience expressions, and the number and extent of geofences.",
		parameters: noParameters,
		path: ["design_id"],
		response: itemResponse(design),
		run: async ({ service, principal, path }) => ({
			body: itemEnvelope(await getDesign(service, principal, path.design_id)),
		}),
	},
	{
		parameters: noParameters,
		response: itemResponse(designDetail),
		run: async ({ service, principal, path }) => ({
			body: itemEnvelope(await getDesignDetail(service, principal, path.design_id)),
		}),
	},
);
