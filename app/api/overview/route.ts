import { noParameters } from "@/lib/contract/deployment";
import { overview } from "@/lib/contract/overview";
import { itemResponse } from "@/lib/contract/primitives";
import { getOverview } from "@/lib/domain/overview/get-overview";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Overview",
	description: "The caller's pending work, failures, live deployments by target, and recent changes.",
	parameters: noParameters,
	response: itemResponse(overview),
	run: async ({ service, principal }) => ({ body: itemEnvelope(await getOverview(service, principal)) }),
});
