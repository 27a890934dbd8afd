import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Agent } from "@/lib/agent/agent";
import { AgentFixture, ask } from "@/lib/agent/testing/agent-fixture";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";
import type { DeploymentRow } from "@/lib/agent/testing/targeting-service";

const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
const WIDE = { latitude: 48.8584, longitude: 2.2945, radius: 20_000 };
const DEVICE = "6d92078a-8246-4ba7-aba7-76104862e5c9";
const OTHER = "11111111-2222-3333-4444-555555555555";
const POINTS = "/geopulse/proximity/indices";
const DEVICES = "/geopulse/audience/sets";
const at = (latitude: number) => `${POINTS}?latitude=${latitude}&longitude=2.2945`;
const post = (body: unknown) => ({ method: "POST", body: JSON.stringify(body) });

let fixture: AgentFixture;
let rows: Record<"tower" | "wide" | "people", DeploymentRow>;

beforeEach(async () => {
	fixture = await AgentFixture.create();
	const { service } = fixture;
	rows = {
		// Two sets that match the same point are one match of the deployment.
		tower: service.row(await proximityFile({ tower: [TOWER], again: [TOWER] }), { deployment_id: "tower" }),
		wide: service.row(await proximityFile({ wide: [WIDE] }), { deployment_id: "wide" }),
		people: service.row(await audienceFile({ gym: [DEVICE, OTHER], runners: [DEVICE] }), {
			deployment_id: "people",
			type: "audience",
		}),
	};
	service.activate(...Object.values(rows));
});

afterEach(() => fixture.stop());

async function start(timing = {}): Promise<Agent> {
	const agent = await fixture.startAgent({}, { reportIntervalMs: 20, matchIntervalMs: 0, ...timing });
	await agent.whenSynced();
	return agent;
}

/** What the service has counted, by the numbers of the batches. */
function counted(): Record<string, number> {
	const batches = new Map(
		fixture.service.reports.flatMap(({ matches }) =>
			matches?.counts.length ? [[`${matches.run_id} ${matches.number}`, matches.counts] as const] : [],
		),
	);
	const sums: Record<string, number> = {};
	for (const { deployment_id, matches } of [...batches.values()].flat())
		sums[deployment_id] = (sums[deployment_id] ?? 0) + matches;
	return sums;
}

async function countedUntil(sums: Record<string, number>): Promise<void> {
	const wanted = JSON.stringify(Object.entries(sums).sort());
	while (JSON.stringify(Object.entries(counted()).sort()) !== wanted) await once(fixture.service, "report");
	expect(counted()).toEqual(sums);
}

describe("an agent counts and reports what its deployments match", () => {
	test("by single lookups and batches, points and devices, once for each lookup", async () => {
		const agent = await start();
		await ask(agent, at(TOWER.latitude));
		await ask(agent, at(48.9));
		await ask(agent, at(0));
		const points = [TOWER, { latitude: 48.9, longitude: 2.3 }, { latitude: 0, longitude: 0 }];
		await ask(agent, POINTS, post(points.map(({ latitude, longitude }) => ({ latitude, longitude }))));
		await ask(agent, `${DEVICES}?user-id=${DEVICE}`);
		await ask(agent, DEVICES, post([DEVICE, OTHER, "0".repeat(32), "9".repeat(32)]));
		await ask(agent, `${DEVICES}/set-runners?user-id=${DEVICE}`);
		await ask(agent, `${DEVICES}/set-runners?user-id=${OTHER}`);
		await countedUntil({ tower: 2, wide: 4, people: 4 });
		const metrics = await (await fetch(`${agent.url}/metrics`)).text();
		expect(metrics.match(/^targeting_agent_deployment_matches_total.*$/gm)).toEqual([
			'targeting_agent_deployment_matches_total{deployment="tower"} 2',
			'targeting_agent_deployment_matches_total{deployment="wide"} 4',
			'targeting_agent_deployment_matches_total{deployment="people"} 4',
		]);
	});

	test("a rejected batch counts nothing, whichever of its items is wrong", async () => {
		const agent = await start();
		const point = { latitude: TOWER.latitude, longitude: TOWER.longitude };
		for (const [path, items] of [
			[POINTS, [point, point, { latitude: 91, longitude: 0 }]],
			[DEVICES, [DEVICE, "no id"]],
		] as const)
			expect((await fetch(`${agent.url}${path}`, post(items))).status).toBe(400);
		await ask(agent, POINTS, post([point]));
		await countedUntil({ tower: 1, wide: 1 });
	});

	test("a lost answer: the same batch is repeated, and later matches get a number of their own", async () => {
		const { service } = fixture;
		let lose = true;
		service.onReport = (answer) => {
			if (lose && (service.reports.at(-1)?.matches?.counts.length ?? 0) > 0) return service.dropPolls();
			answer();
		};
		const agent = await start();
		await ask(agent, at(48.9));
		await countedUntil({ wide: 1 });
		for (let lookup = 0; lookup < 5; lookup++) await ask(agent, at(48.9)).catch(() => undefined);
		await once(service, "report");
		lose = false;
		await countedUntil({ wide: 6 });
		const sent = service.reports.flatMap(({ matches }) => (matches?.counts.length ? [matches] : []));
		const first = sent.filter(({ number }) => number === 1);
		expect(first.length).toBeGreaterThan(1);
		expect(new Set(first.map((batch) => JSON.stringify(batch))).size).toBe(1);
		expect(sent.at(-1)).toMatchObject({ number: 2, counts: [{ deployment_id: "wide", matches: 5 }] });
	});

	test.each([
		["a page", 200, "text/html", "<p>Sign in</p>"],
		["a body that is no envelope", 200, "application/json", "{}"],
		["nothing", 204, "text/plain", ""],
	])("%s in front of the service acknowledges no batch", async (_, status, type, body) => {
		const { service } = fixture;
		const agent = await start();
		let isMatched = false;
		let reports = 0;
		const isGone = new Promise<void>((resolve) => {
			service.inFront = (response, { url }) => {
				response.writeHead(status, { "Content-Type": type }).end(body);
				if (url !== "/api/agent/report" || !isMatched) return;
				// The first one may have been composed before the match.
				if (++reports < 2) return;
				service.inFront = null;
				resolve();
			};
		});
		await ask(agent, at(48.9));
		isMatched = true;
		await isGone;
		const [report] = await once(service, "report");
		expect(report.matches).toMatchObject({ number: 1, counts: [{ deployment_id: "wide", matches: 1 }] });
	});

	test("a deployment that left is reported, and counts on when it returns", async () => {
		const agent = await start();
		await ask(agent, at(48.9));
		fixture.service.activate(rows.tower);
		await agent.when(() => agent.deployments.length === 1);
		await countedUntil({ wide: 1 });
		await ask(agent, at(48.9));
		fixture.service.activate(rows.tower, rows.wide);
		await agent.when(() => agent.snapshot.proximity.length === 2);
		await ask(agent, at(48.9));
		await countedUntil({ wide: 2 });
	});

	test("a stop reports the rest, and the next run has another name", async () => {
		const first = await start({ reportIntervalMs: 1e6 });
		await ask(first, at(48.9));
		await first.stop();
		expect(counted()).toEqual({ wide: 1 });
		const second = await start({ reportIntervalMs: 1e6 });
		await ask(second, at(48.9));
		await second.stop();
		expect(counted()).toEqual({ wide: 2 });
		const runs = new Set(fixture.service.reports.map(({ matches }) => matches?.run_id));
		expect(runs.size).toBe(2);
	});
});
