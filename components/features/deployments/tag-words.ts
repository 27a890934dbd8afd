import { agentName } from "@/components/kit/status/agent-name";
import type { Suggestion } from "@/components/kit/ui/suggesting-input";
import { formatPlural } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { TagsInUse } from "@/lib/contract/tags";

/** The tags of a deployment, one by one. */
export const tagsOf = ({ tags }: Pick<DeploymentDetail, "tags">): string[] => (tags === "" ? [] : tags.split(","));

/** Tags in use, each with its number of live deployments and its agents. */
export function tagSuggestions(inUse: TagsInUse | undefined): Suggestion[] {
	return (inUse?.tags ?? []).map(({ tag, deployments, agents }) => ({
		value: tag,
		note: [
			deployments === 0 ? "" : formatPlural(deployments, "deployment"),
			agents.length === 0 ? "not used by any agent" : agents.map(({ agent }) => agentName(agent)).join(", "),
		]
			.filter((words) => words !== "")
			.join(" · "),
	}));
}

export interface Takers {
	/** Agents that would load a deployment with these tags, each once; offline ones are marked. */
	agents: string[];
	/** Whether any of them is online. */
	living: boolean;
	words: string;
}

/**
 * The target's agents that would load a deployment with these tags: those that share one, and those
 * without tags.
 */
export function takersOf(tags: readonly string[], inUse: TagsInUse): Takers {
	const asking = inUse.tags.filter(({ tag }) => tags.includes(tag)).flatMap(({ agents }) => agents);
	const all = [...inUse.agents_without_tags, ...asking];
	const named = new Map(all.map((agent) => [`${agent.target_id} ${agent.agent}`, agent]));
	const agents = [...named.values()].map(({ agent, silent }) =>
		silent ? `${agentName(agent)} (offline)` : agentName(agent),
	);
	const living = [...named.values()].some(({ silent }) => !silent);
	const anyAgent = inUse.agents_without_tags.length > 0 || inUse.tags.some((entry) => entry.agents.length > 0);
	if (agents.length > 0) return { agents, living, words: `Loaded by ${agents.join(", ")}.` };
	if (!anyAgent) return { agents, living, words: "No agent of this target has reported yet." };
	return {
		agents,
		living,
		words:
			tags.length === 0
				? "No agent will load it: every agent of this target has tags."
				: "No agent will load it: no agent of this target has one of these tags.",
	};
}
