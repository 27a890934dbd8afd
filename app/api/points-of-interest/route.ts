import { listPoisParameters, pointOfInterest } from "@/lib/contract/point-of-interest";
import { listResponse } from "@/lib/contract/primitives";
import { listPois } from "@/lib/domain/pois/read-pois";
import { listEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "List Points of Interest",
	description: "What a query selects of the current release, by country and city, with those that it leaves out.",
	fromReplica: true,
	errors: ["InvalidState"],
	refusals: { InvalidState: "No release was imported." },
	parameters: listPoisParameters,
	response: listResponse(pointOfInterest),
	run: async ({ service, parameters }) => ({ body: listEnvelope(await listPois(service, parameters)) }),
});
