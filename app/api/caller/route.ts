import { caller } from "@/lib/contract/caller";
import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { getCaller } from "@/lib/domain/accounts/own/get-caller";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { productQuery } from "@/lib/http/routes/route";

export const GET = productQuery({
	summary: "Get Caller",
	description: "The user for whom the credential acts, and their organization.",
	parameters: noParameters,
	response: itemResponse(caller),
	run: async ({ service, principal }) => ({ body: itemEnvelope(await getCaller(service, principal)) }),
});
