import { describe, expect, test } from "vitest";
import type { AgentState, DeploymentStatus } from "@/lib/contract/deployment";
import { summarizeAgents } from "./agent-summary";

const agent = (state: AgentState["state"], over: Partial<AgentState> = {}): AgentState => ({
	agent: `edge-${state}`,
	state,
	error: null,
	silent: false,
	last_seen_at: "2026-11-21T12:00:00.000Z",
	...over,
});
const words = (status: DeploymentStatus, ...agents: AgentState[]) => summarizeAgents({ status, agents })?.words;

describe("an activated deployment", () => {
	test.each<[string, AgentState[]]>([
		["no matching agent", []],
		["loaded on 0 of 1 agents", [agent("pending")]],
		["loaded on 1 of 1 agents", [agent("loaded")]],
		["loaded on 1 of 2 agents", [agent("loaded"), agent("downloading")]],
		["failed on 1 of 2 agents", [agent("loaded"), agent("failed")]],
		["refused on 1 of 3 agents", [agent("failed"), agent("refused"), agent("loaded")]],
		["not loaded: memory", [agent("refused", { error: "the file needs 9 bytes of memory and 3 are free" })]],
		["failed on 1 of 2 agents: digest differs", [agent("loaded"), agent("failed", { error: "digest differs" })]],
		["1 agent offline", [agent("loaded", { silent: true })]],
		["loaded on 1 of 2 agents, 1 offline", [agent("loaded"), agent("loaded", { silent: true })]],
	])("%s", (expected, agents) => {
		expect(words("activated", ...agents)).toBe(expected);
	});

	test("counts as loaded only when every agent says so", () => {
		expect(summarizeAgents({ status: "activated", agents: [agent("loaded")] })?.state).toBe("loaded");
		expect(summarizeAgents({ status: "activated", agents: [agent("loaded"), agent("pending")] })?.state).toBe(
			"pending",
		);
	});
});

test("one that is not activated says so while an agent still holds it", () => {
	expect(words("deactivated", agent("loaded"), agent("pending"))).toBe("still on 1 of 2 agents");
	expect(words("deactivated")).toBe("not loaded");
	expect(words("requested")).toBeUndefined();
});

test("each agent has its line, with its error", () => {
	const { lines } = summarizeAgents({
		status: "activated",
		agents: [agent("failed", { error: "digest differs" }), agent("loaded", { silent: true })],
	}) ?? { lines: [] };
	expect(lines).toEqual(["edge-failed: failed (digest differs)", "edge-loaded: offline, last reported loaded"]);
});
