import { describe, expect, test } from "vitest";
import type { AgentState } from "@/lib/contract/deployment";
import {
	type CampaignDeployment,
	type CampaignDesign,
	deploymentSteps,
	designSteps,
	type LiveCounts,
	stepsSentence,
} from "./campaign-steps";
import { reportedBy } from "./testing";

const AT = "2026-11-21T12:00:00.000Z";
const agent = (state: AgentState["state"], silent = false): AgentState => ({
	agent: `edge-${state}`,
	state,
	error: null,
	silent,
	last_seen_at: AT,
});
const deployment = (
	status: CampaignDeployment["status"],
	agents: AgentState[] = [],
	over: Partial<CampaignDeployment> = {},
): CampaignDeployment => ({
	...reportedBy(status, agents),
	daily_matches: Array.from({ length: 14 }, () => 0),
	matches_counted_since: AT,
	...over,
});
const marks = { done: "●", now: "◉", failed: "✕", open: "○" };
const shown = (steps: ReturnType<typeof designSteps>) =>
	`${steps.map(({ state }) => marks[state]).join("")} ${stepsSentence(steps)}`;
const today = (matches: number) => ({ daily_matches: [...Array.from({ length: 13 }, () => 7), matches] });
const loaded = agent("loaded");

describe("a deployment", () => {
	test.each<[string, CampaignDeployment]>([
		["●●◉○○ Built, requested; waiting for approval", deployment("requested")],
		[
			"●●◉○○ Built, requested; activation scheduled",
			deployment("requested", [], { schedule: { activate_at: AT } as CampaignDeployment["schedule"] }),
		],
		["●●✕○○ Built, requested; rejected", deployment("rejected")],
		["●●✕○○ Built, requested; expired", deployment("cancelled", [], { status_reason: "expired" })],
		["●●●✕○ Built, requested, approved; no agent loads it", deployment("activated")],
		[
			"●●●✕○ Built, requested, approved; loaded on 0 of 1 agent, offline",
			deployment("activated", [agent("loaded", true)]),
		],
		[
			"●●●◉◉ Built, requested, approved; loaded on 1 of 2 agents; no matches today",
			deployment("activated", [loaded, agent("downloading")]),
		],
		[
			"●●●✕● Built, requested, approved; loaded on 2 of 3 agents, failed on 1; 1,204 matches today",
			deployment("activated", [loaded, loaded, agent("refused")], today(1_204)),
		],
		[
			"●●●●● Built, requested, approved; loaded on 1 of 1 agent; 1 match today",
			deployment("activated", [loaded], today(1)),
		],
		[
			"●●●●◉ Built, requested, approved; loaded on 1 of 1 agent; matches not counted",
			deployment("activated", [loaded], { matches_counted_since: null }),
		],
		["●●●○○ Built, requested, approved; no longer active", deployment("deactivated", [], today(9))],
		["●●●◉○ Built, requested, approved; no longer active, still on 1 of 1 agent", deployment("deactivated", [loaded])],
	])("%s", (expected, given) => {
		expect(shown(deploymentSteps(given))).toBe(expected);
	});
});

const counts = (over: Partial<LiveCounts> = {}): LiveCounts => ({
	actual: "loaded",
	agents_expected: 2,
	agents_loaded: 2,
	agents_failed: 0,
	matches_today: 3,
	...over,
});
const design = (status: CampaignDesign["status"], over: Partial<CampaignDesign> = {}): CampaignDesign => ({
	status,
	built: false,
	live: [],
	requested_deployments: 0,
	scheduled_deployments: 0,
	...over,
});

describe("a design", () => {
	test.each<[string, CampaignDesign]>([
		["◉○○○○ Not built yet", design("in_design")],
		["◉○○○○ Building", design("building")],
		["✕○○○○ Build failed", design("failed")],
		["●◉○○○ Built; not deployed", design("built", { built: true })],
		["●●✕○○ Built, requested; rejected", design("built", { built: true, rejected: true })],
		["●●◉○○ Built, requested; 2 requests pending", design("built", { built: true, requested_deployments: 2 })],
		[
			"●●●●● Built, requested; approved, 1 scheduled; loaded on 3 of 3 agents; 3 matches today",
			design("in_design", {
				built: true,
				scheduled_deployments: 1,
				live: [counts(), counts({ agents_expected: 1, agents_loaded: 1, matches_today: null })],
			}),
		],
		[
			"✕●●◉◉ Build failed; requested, approved; loaded on 2 of 3 agents; no matches today",
			design("failed", {
				built: true,
				live: [
					counts({ matches_today: 0 }),
					counts({ actual: "pending", agents_expected: 1, agents_loaded: 0, matches_today: null }),
				],
			}),
		],
	])("%s", (expected, given) => {
		expect(shown(designSteps(given))).toBe(expected);
	});
});
