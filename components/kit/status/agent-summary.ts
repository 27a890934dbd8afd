import type { AgentState, DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";

export interface AgentSummary {
	/** The state that decides; null where no agent has anything to say. */
	state: AgentState["state"] | "silent" | null;
	words: string;
	/** One line per agent: its name, state and error. */
	lines: string[];
}

const agentsWord = (count: number) => `${count} ${count === 1 ? "agent" : "agents"}`;

function line({ agent, state, error, silent }: AgentState): string {
	return `${isolate(agent)}: ${silent ? "offline, last reported " : ""}${state}${error === null ? "" : ` (${error})`}`;
}

const LONGEST_CAUSE = 40;

/** Why an agent could not load a file, in a word or a few: the whole is in its line. */
function causeOf(error: string | null): string | null {
	if (error === null || error === "") return null;
	if (/\bmemory\b/i.test(error)) return "memory";
	return error.length > LONGEST_CAUSE ? `${error.slice(0, LONGEST_CAUSE - 1).trimEnd()}…` : error;
}

/**
 * The state on the target's agents in one phrase: `loaded on 1 of 2 agents`. Problems come first.
 * Null if there is nothing to say: not activated, and no agent has it.
 */
export function summarizeAgents({ status, agents }: Pick<DeploymentDetail, "status" | "agents">): AgentSummary | null {
	const lines = agents.map(line);
	const speaking = agents.filter(({ silent }) => !silent);
	const count = (...states: AgentState["state"][]) => speaking.filter(({ state }) => states.includes(state)).length;
	if (status !== "activated") {
		const left = agents.filter(({ state }) => state === "loaded" || state === "downloading").length;
		if (left > 0) return { state: "pending", words: `still on ${left} of ${agents.length} agents`, lines };
		return status === "deactivated" ? { state: null, words: "not loaded", lines } : null;
	}
	if (agents.length === 0) return { state: null, words: "no matching agent", lines };
	const of = (some: number) => `on ${some} of ${agents.length} agents`;
	for (const state of ["refused", "failed"] as const) {
		const some = count(state);
		if (some === 0) continue;
		const cause = causeOf(speaking.find((agent) => agent.state === state)?.error ?? null);
		const words = cause !== null && count("loaded") === 0 ? "not loaded" : `${state} ${of(some)}`;
		return { state, words: cause === null ? words : `${words}: ${cause}`, lines };
	}
	if (speaking.length < agents.length) {
		const silent = agents.length - speaking.length;
		const loaded = count("loaded");
		return {
			state: "silent",
			words: loaded === 0 ? `${agentsWord(silent)} offline` : `loaded ${of(loaded)}, ${silent} offline`,
			lines,
		};
	}
	const loaded = count("loaded");
	if (loaded === agents.length) return { state: "loaded", words: `loaded ${of(loaded)}`, lines };
	return { state: count("downloading") > 0 ? "downloading" : "pending", words: `loaded ${of(loaded)}`, lines };
}
