import { z } from "zod";
import { paging } from "@/lib/contract/parameters";
import { listResponse } from "@/lib/contract/primitives";
import { target } from "@/lib/contract/target";
import { listEnvelope } from "@/lib/http/envelopes";
import { productQuery } from "@/lib/http/route";
import { listTargets } from "@/lib/targets/list-targets";

/** Targets that the caller may request deployments to, or administers. */
export const GET = productQuery({
	summary: "List Targets",
	parameters: z.strictObject(paging),
	response: listResponse(target),
	run: async ({ service, principal, parameters }) => ({
		body: listEnvelope(await listTargets(service, principal, parameters)),
	}),
});
