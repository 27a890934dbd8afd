import { describe, expect, test } from "vitest";
import type { ChecklistStep, DeploymentChecklist } from "@/lib/contract/checklist";
import type { AgentState } from "@/lib/contract/deployment";
import { answerTone, stepWord } from "./checklist-words";

const agent = (state: AgentState["state"], silent = false): AgentState => ({
	agent: `edge-${state}`,
	state,
	error: null,
	silent,
	last_seen_at: "2026-11-21T12:00:00.000Z",
});
const loaded = (
	state: ChecklistStep["state"],
	...agents: AgentState[]
): Pick<DeploymentChecklist, "live" | "steps"> => ({
	live: agents.some((one) => one.state === "loaded" && !one.silent),
	steps: [
		{ step: "loaded", code: "loaded", state, at: null, by: null, by_person: null, message: "", next: null, agents },
	],
});

describe("the answer of the checklist", () => {
	test.each([
		["ok", "every agent has it", loaded("done", agent("loaded"), agent("loaded"))],
		["warn", "one agent has it and another one is silent", loaded("done", agent("loaded"), agent("loaded", true))],
		["warn", "one agent has it and another one loads it", loaded("waiting", agent("loaded"), agent("downloading"))],
		["bad", "one agent has it and another one failed", loaded("failed", agent("loaded"), agent("failed"))],
		["warn", "nobody has it yet", loaded("waiting", agent("pending"))],
		["bad", "nobody can load it", loaded("failed", agent("refused"))],
	] as const)("looks %s where %s", (tone, _about, checklist) => {
		expect(answerTone(checklist)).toBe(tone);
	});
});

const waiting = (step: ChecklistStep["step"], at: string | null, ...agents: AgentState[]) =>
	stepWord({ step, state: "waiting", at, agents });

test("of agents that are silent it is not known what they have", () => {
	expect(waiting("loaded", null, agent("loaded", true))).toBe("unknown");
	expect(waiting("loaded", null, agent("pending"), agent("loaded", true))).toBe("not yet");
	expect(waiting("loaded", null)).toBe("not yet");
});

test("what was approved and deactivated since is approved no longer; what waits for its decision, not yet", () => {
	expect(waiting("approved", "2026-11-21T12:00:00.000Z")).toBe("no longer");
	expect(waiting("approved", null)).toBe("not yet");
});
