import { noParameters } from "@/lib/contract/deployment";
import { emptyResponse } from "@/lib/contract/primitives";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { publicQuery } from "@/lib/http/routes/route";

export const GET = publicQuery({
	summary: "Check Liveness",
	description: "Answers while the process runs.",
	response: emptyResponse,
	parameters: noParameters,
	run: async () => ({ body: emptyEnvelope() }),
});
