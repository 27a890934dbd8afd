import { noParameters } from "@/lib/contract/deployment";
import { itemResponse } from "@/lib/contract/primitives";
import { readiness } from "@/lib/contract/readiness";
import { checkReadiness } from "@/lib/domain/overview/check-readiness";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { publicQuery } from "@/lib/http/routes/route";

/**
 * Readiness: the database answers, and the service is not about to stop. A full disk, an
 * unavailable file store or a read-only database keeps the service in rotation: other functions
 * continue, and other processes share the problem.
 */
export const GET = publicQuery({
	summary: "Check Readiness",
	description:
		"Answers 200 while the database answers, else 503, also from the beginning of a stop. With a full disk, an unavailable file store, a read-only database or a proxy that TRUSTED_PROXIES does not name it answers 200 and reports the problem, as other functions continue.",
	response: itemResponse(readiness),
	parameters: noParameters,
	run: async ({ service }) => ({ body: itemEnvelope({ degraded: await checkReadiness(service) }) }),
});
