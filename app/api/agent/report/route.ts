import { AGENT_REPORT_BYTES, agentReport } from "@/lib/contract/agent";
import { emptyResponse } from "@/lib/contract/primitives";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { agentJson } from "@/lib/http/routes/route";

/** What an agent has loaded, every 10 seconds and on change. */
export const POST = agentJson({
	summary: "Report What an Agent Has Loaded",
	largest: AGENT_REPORT_BYTES,
	description:
		"What an agent has loaded, every 10 seconds and on change. An agent that does not report for 30 seconds counts as silent; a new one takes the place of the one that is silent longest where the target has 500 on record.",
	errors: ["Throttled"],
	parameters: agentReport,
	response: emptyResponse,
	run: async ({ service, principal, parameters }) => {
		await recordAgentReport(service, principal, parameters);
		return { body: emptyEnvelope() };
	},
});
