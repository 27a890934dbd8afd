import { expect, test } from "vitest";
import { request } from "@/components/features/deployments/testing";
import type { AgentState } from "@/lib/contract/deployment";
import { outcomeOfMany, outcomeWords } from "./outcome-words";

const agent = (state: AgentState["state"], over: Partial<AgentState> = {}): AgentState => ({
	agent: "edge-1",
	state,
	error: null,
	silent: false,
	last_seen_at: "2026-11-25T10:00:00.000Z",
	...over,
});
const soon = { living: 2, seconds: 1.23, over: false };
const late = { ...soon, over: true };
const activated = (...agents: AgentState[]) =>
	request({ status: "activated", actual: agents.length === 0 ? "no_agent" : "pending", agents });

test("it is live once every agent online has it, with the time that took", () => {
	expect(outcomeWords(activated(agent("loaded"), agent("loaded")), soon)).toEqual({
		state: "live",
		words: "Live on 2 of 2 agents in 1.2 s",
	});
	expect(outcomeWords(activated(agent("loaded"), agent("pending", { silent: true })), soon).words).toBe(
		"Live on 1 of 2 agents in 1.2 s; 1 is offline",
	);
});

test("until then it is loading, and what is known is said after a while", () => {
	const half = activated(agent("loaded"), agent("downloading"));
	expect(outcomeWords(undefined, soon).words).toBe("Waiting for agents to load it…");
	expect(outcomeWords(half, soon)).toEqual({ state: "loading", words: "Loaded by 1 of 2 agents…" });
	expect(outcomeWords(half, late)).toEqual({ state: "not live", words: "Activated; loaded by 1 of 2 agents so far" });
});

test("what is not live says why", () => {
	expect(outcomeWords(activated(), { ...soon, living: 0 }).words).toBe(
		"Activated, not live: Northgrid EU has no agent online",
	);
	expect(outcomeWords(activated(), soon).words).toBe(
		"Activated, not live: no online agent of Northgrid EU loads its tags",
	);
	expect(outcomeWords(activated(agent("failed", { error: "the disk is full" }), agent("loaded")), soon)).toEqual({
		state: "not live",
		words: "Not live on 1 of 2 agents: edge-1 failed it (the disk is full)",
	});
	expect(outcomeWords(request({ status: "deactivated" }), soon).words).toBe("It has changed since: it is off.");
});

test("of many it is counted what came of them", () => {
	const of = (state: "live" | "loading" | "not live") => ({ state, words: "" });
	expect(outcomeOfMany([of("live"), of("live"), of("loading"), of("not live")])).toBe(
		"2 live · 1 loading… · 1 not live",
	);
});
