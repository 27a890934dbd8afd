import { getEventListeners, once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MatchBatch, MatchCounts } from "@/lib/agent/match-counts";
import { Reporter } from "@/lib/agent/reporter";
import { type AgentReport, ServiceClient } from "@/lib/agent/service-client";
import { AGENT_KEY, TargetingServiceFixture } from "@/lib/agent/testing/targeting-service";

let service: TargetingServiceFixture;
let stopping: AbortController;
let running: Promise<void> | null;
let memoryUsed = 0;
let counts: MatchCounts;
let deployments: AgentReport["deployments"] = [];
const logged: string[] = [];

const compose = (): AgentReport => ({
	instance_id: "i",
	version: "1",
	tags: ["a"],
	memory_used: memoryUsed,
	memory_limit: 100,
	deployments,
});

beforeEach(async () => {
	service = await TargetingServiceFixture.start();
	stopping = new AbortController();
	running = null;
	memoryUsed = 0;
	counts = new MatchCounts(60_000);
	deployments = [];
	logged.length = 0;
});

afterEach(async () => {
	stopping.abort();
	await running;
	await service.stop();
});

function start(intervalMs: number, idleMs = 600_000): Reporter {
	const record = (message: string) => void logged.push(message);
	const log = { info: record, warn: record, error: record };
	const client = new ServiceClient(service.url, AGENT_KEY);
	const { signal } = stopping;
	const matches = {
		next: () => counts.next(new Set()),
		last: () => counts.last(),
		acknowledge: (batch: MatchBatch) => counts.acknowledge(batch),
	};
	const reporter = new Reporter({ client, compose, matches, intervalMs, coalesceMs: 20, idleMs, log, signal });
	running = reporter.run();
	return reporter;
}

function collectGarbage(): void {
	setFlagsFromString("--expose-gc");
	runInNewContext("gc")();
}

describe("Reporter", () => {
	test("reports at once and on change, and coalesces changes close together", async () => {
		const reporter = start(1e6);
		await once(service, "report");
		memoryUsed = 1;
		reporter.notice();
		memoryUsed = 2;
		reporter.notice();
		await once(service, "report");
		memoryUsed = 3;
		reporter.notice();
		await once(service, "report");
		expect(service.reports.map(({ memory_used }) => memory_used)).toEqual([0, 2, 3]);
		expect(service.reports[2]).toEqual({
			...compose(),
			matches: { run_id: expect.any(String), number: 0, counts: [] },
		});
	});

	test("repeats at intervals and after failures, which it logs once", async () => {
		service.refuseWith = 500;
		start(10);
		const refused = new Promise<void>((resolve) => {
			let count = 0;
			service.on("refused", () => ++count === 3 && resolve());
		});
		await refused;
		service.refuseWith = null;
		await once(service, "report");
		await once(service, "report");
		expect(service.reports.length).toBeGreaterThanOrEqual(2);
		expect(logged).toEqual(["report not delivered", "reports arrive again"]);
	});

	test("slow reports leave pauses on the uplink", async () => {
		service.onReport = (answer) => setTimeout(answer, 100);
		const reporter = start(1e6);
		await once(service, "report");
		const began = performance.now();
		memoryUsed = 1;
		reporter.notice();
		await once(service, "report");
		// The first took a tenth of a second, less the imprecision of timers.
		const paused = performance.now() - began;
		expect(paused).toBeGreaterThan(450);
		expect(service.reports.map(({ memory_used }) => memory_used)).toEqual([0, 1]);
	});

	test("a long report has a timeout for a slow uplink, a short one fails sooner", async () => {
		// The long report is answered after the timeout of a short one, the short one never.
		service.onReport = (answer) => service.reports.at(-1)?.deployments.length && setTimeout(answer, 500);
		start(10, 50);
		await once(service, "report");
		// Collects everything that only the timeout itself references.
		collectGarbage();
		const entry = { deployment_id: "d", digest: `sha256:${"0".repeat(64)}`, state: "loaded", error: null };
		deployments = Array.from({ length: 3_000 }, () => entry);
		await once(service, "report");
		expect(logged).toEqual(["report not delivered"]);
		await once(service, "report");
		expect(logged).toEqual(["report not delivered", "reports arrive again"]);
	});

	test("reports and polls leak nothing on the agent's signal, which lives as long as the agent", async () => {
		const { signal } = stopping;
		start(1);
		for (let count = 0; count < 10; count++) await once(service, "report");
		const client = new ServiceClient(service.url, AGENT_KEY);
		for (let count = 0; count < 10; count++) await client.fetchDeployments(null, 0, 10_000, signal);
		// Node.js keeps derived signals here.
		const own = Object.getOwnPropertySymbols(signal).find(({ description }) => description === "kDependantSignals");
		const dependants = own && (Reflect.get(signal, own) as { readonly size: number } | undefined);
		expect(dependants?.size ?? 0).toBe(0);
		// The listener of the current report or pause.
		expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
	});
});
