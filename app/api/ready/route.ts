import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { readiness } from "@/lib/contract/readiness";
import { checkReadiness } from "@/lib/domain/overview/check-readiness";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { publicQuery } from "@/lib/http/routes/route";

/**
 * Readiness: the database answers. Neither a full disk, nor a file store that cannot be used, nor a database that only reads takes a service
 * out of rotation: what does without goes on, and no other process that shares them would do better.
 */
export const GET = publicQuery({
	summary: "Check Readiness",
	description:
		"Answers 200 once the database answers, 503 before. With a full disk, a file store that cannot be used, or a database that takes no writes, it answers 200 and says so, as everything else goes on.",
	response: itemResponse(readiness),
	parameters: noParameters,
	run: async ({ service }) => ({ body: itemEnvelope({ degraded: await checkReadiness(service) }) }),
});
