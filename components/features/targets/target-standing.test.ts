import { expect, test } from "vitest";
import type { TargetAgent } from "@/lib/contract/target";
import { targetStanding } from "./target-standing";

const agent = (status: TargetAgent["status"]) => ({ instance_id: status, status }) as TargetAgent;
const of = (activated: number, agents: TargetAgent[], loaded = 0, pending = 0, failed = 0) =>
	targetStanding({ activated, agents, summary: { loaded, pending, failed } });

test.each([
	["No deployments", "no agent has connected yet", of(0, [])],
	["Not live", "no agent has connected yet", of(2, [], 0, 2)],
	["Not live", "2 agents offline", of(2, [agent("silent"), agent("silent")], 0, 2)],
	["No deployments", "1 agent online", of(0, [agent("in_sync"), agent("silent")])],
	["Live", "1 deployment · 2 agents online", of(1, [agent("in_sync"), agent("in_sync")], 1)],
	["Loading", "1 of 3 deployments loaded · 1 agent online", of(3, [agent("pending")], 1, 2)],
	["Partly live", "1 of 3 deployments failed to load · 1 agent online", of(3, [agent("failed")], 1, 1, 1)],
	["Not live", "1 of 1 deployment failed to load · 1 agent online", of(1, [agent("failed")], 0, 0, 1)],
])("%s: %s", (words, why, standing) => {
	expect(standing).toMatchObject({ words, why });
});

test("a target without an agent online needs one", () => {
	expect([of(1, []).needsAgent, of(1, [agent("silent")]).needsAgent, of(1, [agent("failed")]).needsAgent]).toEqual([
		true,
		true,
		false,
	]);
});
