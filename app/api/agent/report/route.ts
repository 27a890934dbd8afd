import { AGENT_REPORT_BYTES, agentReport } from "@/lib/contract/agent";
import { emptyResponse } from "@/lib/contract/primitives";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { emptyEnvelope } from "@/lib/http/routes/envelopes";
import { agentJson } from "@/lib/http/routes/route";

export const POST = agentJson({
	summary: "Report What an Agent Has Loaded",
	largest: AGENT_REPORT_BYTES,
	description:
		"Agents report their loaded deployments every 10 seconds and on change. An agent without a report for 30 seconds is silent. A target keeps 500 agents; a new one replaces the agent with the longest silence.",
	errors: ["Throttled"],
	parameters: agentReport,
	response: emptyResponse,
	run: async ({ service, principal, parameters, request }) => {
		await recordAgentReport(service, principal, parameters, request.signal);
		return { body: emptyEnvelope() };
	},
});
