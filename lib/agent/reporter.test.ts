import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Reporter } from "@/lib/agent/reporter";
import { type AgentReport, ServiceClient } from "@/lib/agent/service-client";
import { AGENT_KEY, TargetingServiceFixture } from "@/lib/agent/testing/targeting-service";

let service: TargetingServiceFixture;
let stopping: AbortController;
let running: Promise<void> | null;
let memoryUsed = 0;
const errors: string[] = [];

const compose = (): AgentReport => ({
	instance_id: "i",
	version: "1",
	tags: ["a"],
	memory_used: memoryUsed,
	memory_limit: 100,
	deployments: [],
});

beforeEach(async () => {
	service = await TargetingServiceFixture.start();
	stopping = new AbortController();
	running = null;
	memoryUsed = 0;
	errors.length = 0;
});

afterEach(async () => {
	stopping.abort();
	await running;
	await service.stop();
});

function start(intervalMs: number): Reporter {
	const log = { info: () => undefined, warn: () => undefined, error: (message: string) => errors.push(message) };
	const client = new ServiceClient(service.url, AGENT_KEY);
	const reporter = new Reporter({ client, compose, intervalMs, coalesceMs: 20, log, signal: stopping.signal });
	running = reporter.run();
	return reporter;
}

describe("Reporter", () => {
	test("reports at once, on change and no more than once for changes close together", async () => {
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
		expect(service.reports[2]).toEqual(compose());
	});

	test("repeats itself when nothing changes, and after failures, of which it speaks once", async () => {
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
		expect(errors).toEqual(["report not delivered"]);
	});
});
