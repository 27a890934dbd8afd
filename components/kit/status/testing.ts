import type { AgentState, DeploymentStatus } from "@/lib/contract/deployment";
import type { ReadDeployment } from "./reader-status";

/** A deployment as the service sums up what its agents report: those that are offline do not count. */
export function reportedBy(
	status: DeploymentStatus,
	agents: AgentState[] = [],
): ReadDeployment & { agents: AgentState[] } {
	const online = agents.filter(({ silent }) => !silent);
	const loaded = online.filter(({ state }) => state === "loaded").length;
	const failed = online.filter(({ state }) => state === "failed" || state === "refused").length;
	const actual =
		online.length === 0 ? "no_agent" : failed > 0 ? "failed" : loaded === online.length ? "loaded" : "pending";
	return status === "activated"
		? {
				status,
				agents,
				actual,
				agents_expected: agents.length,
				agents_loaded: loaded,
				agents_failed: failed,
				schedule: null,
			}
		: { status, agents, actual: null, agents_expected: 0, agents_loaded: 0, agents_failed: 0, schedule: null };
}
