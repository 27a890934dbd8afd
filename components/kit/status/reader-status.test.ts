import { describe, expect, test } from "vitest";
import type { AgentState, DeploymentDetail, DeploymentStatus } from "@/lib/contract/deployment";
import { type ReadDeployment, type ReaderState, readerStatus } from "./reader-status";
import { reportedBy } from "./testing";

const agent = (state: AgentState["state"], over: Partial<AgentState> = {}): AgentState => ({
	agent: `edge-${state}`,
	state,
	error: null,
	silent: false,
	last_seen_at: "2026-11-21T12:00:00.000Z",
	...over,
});
const offline = (state: AgentState["state"]) => agent(state, { silent: true });
const refused = agent("refused", { error: "the file needs 9 bytes of memory and 3 are free" });
const planned: DeploymentDetail["schedule"] = {
	activate_at: "2026-11-30T05:00:00.000Z",
	deactivate_at: null,
	waits_for_window: false,
	opens_at: null,
	by: "amir@example.test",
	by_person: null,
	last_problem: null,
};

describe("an activated deployment", () => {
	test.each<[ReaderState, string | null, AgentState[]]>([
		["not_live", "no agent loads it", []],
		["live", null, [agent("loaded")]],
		["live", null, [agent("loaded"), agent("loaded")]],
		["loading", "0 of 1 agent", [agent("pending")]],
		["loading", "1 of 2 agents", [agent("loaded"), agent("downloading")]],
		["loading", "0 of 2 agents", [agent("pending"), offline("loaded")]],
		["not_live", "1 agent offline", [offline("loaded")]],
		["not_live", "2 agents offline", [offline("loaded"), offline("pending")]],
		["partly_live", "1 of 2 agents, 1 offline", [agent("loaded"), offline("loaded")]],
		["not_live", "memory", [refused]],
		["not_live", "failed on 2 of 2 agents", [agent("failed"), agent("failed")]],
		["partly_live", "failed on 1 of 2 agents", [agent("loaded"), agent("failed")]],
		["partly_live", "failed on 1 of 2 agents: memory", [agent("loaded"), refused]],
		["partly_live", "failed on 2 of 3 agents", [agent("failed"), agent("refused"), agent("loaded")]],
		[
			"partly_live",
			"failed on 1 of 2 agents: digest differs",
			[agent("loaded"), agent("failed", { error: "digest differs" })],
		],
	])("is %s: %s", (state, why, agents) => {
		expect(readerStatus(reportedBy("activated", agents))).toMatchObject({ state, why });
	});

	test("names the contract's word and the agents behind it", () => {
		const behind = (...agents: AgentState[]) => readerStatus(reportedBy("activated", agents)).behind;
		expect(behind(agent("loaded"), agent("loaded"), offline("loaded"))).toBe(
			"activated · 2 of 3 agents have loaded it",
		);
		expect(behind(agent("loaded"))).toBe("activated · 1 of 1 agent has loaded it");
		expect(behind()).toBe("activated · no agent of the target loads it");
	});
});

test("without the agents the counts decide, and no cause is told", () => {
	const { agents: _, ...counts } = reportedBy("activated", [agent("loaded"), refused]);
	expect(readerStatus(counts)).toEqual({
		state: "partly_live",
		why: "failed on 1 of 2 agents",
		behind: "activated · 1 of 2 agents have loaded it",
		lines: [],
	});
});

describe("one that is not activated", () => {
	test.each<[ReaderState, DeploymentStatus, Partial<ReadDeployment>]>([
		["pending", "requested", {}],
		["scheduled", "requested", { schedule: planned }],
		["pending", "requested", { schedule: { ...planned, activate_at: null } }],
		["off", "deactivated", {}],
		["scheduled", "deactivated", { schedule: planned }],
		["rejected", "rejected", { status_reason: "too large" }],
		["cancelled", "cancelled", { status_reason: "no longer needed" }],
		["cancelled", "cancelled", {}],
		["expired", "cancelled", { status_reason: "expired" }],
	])("is %s when it is %s", (state, status, over) => {
		expect(readerStatus({ ...reportedBy(status), ...over })).toMatchObject({ state, why: null, behind: status });
	});

	test("says whose question a pending request waits for, unless its activation is planned", () => {
		const person = { id: "00000000-0000-4000-8000-000000000001", name: "Mira Lind", organization: "Northgrid" };
		const asked = { id: "7", text: "Why?", at: "2026-11-21T12:00:00.000Z", author: "mira@northgrid.example" };
		const waits = { ...reportedBy("requested"), open_question: { ...asked, author_person: person } };
		expect(readerStatus(waits)).toMatchObject({ state: "pending", why: "question from Mira Lind" });
		const unnamed = { ...waits, open_question: { ...asked, author_person: { ...person, name: "" } } };
		expect(readerStatus(unnamed).why).toBe("question from mira@northgrid.example");
		expect(readerStatus({ ...waits, schedule: planned })).toMatchObject({ state: "scheduled", why: null });
	});

	test("is unloading while an agent still holds it", () => {
		expect(readerStatus(reportedBy("deactivated", [agent("loaded"), agent("pending")]))).toMatchObject({
			state: "unloading",
			why: "still on 1 of 2 agents",
			behind: "deactivated · 1 agent has yet to unload it",
		});
	});
});

test("each agent has its line, with its error", () => {
	const agents = [agent("failed", { error: "digest differs" }), offline("loaded")];
	expect(readerStatus(reportedBy("activated", agents)).lines).toEqual([
		"edge-failed: failed (digest differs)",
		"edge-loaded: offline, last reported loaded",
	]);
});
