import { buildDetail } from "@/lib/contract/build";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { getBuild } from "@/lib/domain/builds/get-build";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Build",
	description: "A build in any status, with its progress and its differences from the previous build.",
	parameters: noParameters,
	path: ["build_id"],
	response: itemResponse(buildDetail),
	run: async ({ service, principal, path }) => ({
		body: itemEnvelope(await getBuild(service, principal, path.build_id)),
	}),
});
