import { z } from "zod";
import { AGENT_MAX_WAIT_SECONDS, desiredState } from "@/lib/contract/agent";
import { wholeNumber } from "@/lib/contract/parameters";
import { listDesiredDeployments } from "@/lib/domain/targets/list-desired-deployments";
import { waitForDesiredChange } from "@/lib/domain/targets/wait-for-desired-change";
import { authenticateAgentRequest } from "@/lib/http/routes/authenticate";
import { itemEnvelope } from "@/lib/http/routes/envelopes";
import { knownTagsOf } from "@/lib/http/routes/known-tags-of";
import { agentQuery } from "@/lib/http/routes/route";

export const GET = agentQuery({
	summary: "Get Desired Deployments",
	description:
		"The deployments that the agents of a target should load, and the list of opt-outs that they should apply. With `If-None-Match` and `wait`, a long poll for the next change.",
	headers: { "If-None-Match": "The `ETag` of an earlier answer; 304 if nothing has changed since." },
	alsoAnswers: { 304: "Nothing has changed since the state in `If-None-Match`." },
	response: desiredState,
	parameters: z.strictObject({
		wait: wholeNumber(0, AGENT_MAX_WAIT_SECONDS)
			.default(0)
			.describe("Seconds to wait for a change since `If-None-Match` before answering 304."),
	}),
	run: async ({ service, principal, parameters, request, attributes }) => {
		const known = newestOf(knownTagsOf(request));
		if (known !== undefined) {
			const changed = await waitForDesiredChange(service, principal, known, parameters.wait, request.signal);
			if (!changed) return new Response(null, { status: 304, headers: { ETag: `"${known}"` } });
			// The key may have been revoked while the poll waited.
			await authenticateAgentRequest(service, request, attributes);
		}
		const { etag, traceparent, deployments, optOuts, optOutsUnconfirmedSince } = await listDesiredDeployments(
			service,
			principal,
		);
		const { response, ...envelope } = itemEnvelope(deployments);
		const ofOptOuts = { opt_outs: optOuts, opt_outs_unconfirmed_since: optOutsUnconfirmedSince };
		const body = { ...envelope, response: { ...response, ...ofOptOuts } };
		return { body, headers: { ETag: `"${etag}"`, ...(traceparent === null ? {} : { traceparent }) } };
	},
});

/** Finds the newest revision among several entity tags; ignores tags of another form. */
function newestOf(entityTags: readonly string[]): string | undefined {
	const marks = entityTags
		.filter((tag) => /^"\d{1,10}-\d{1,15}(-\d{1,10}-\d{1,15})?(-r\d{1,15})?"$/.test(tag))
		.map((tag) => tag.slice(1, -1));
	return marks.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)).at(-1);
}
