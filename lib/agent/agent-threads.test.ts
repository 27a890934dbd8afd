import { once } from "node:events";
import { get, Agent as HttpAgent } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Agent } from "@/lib/agent/agent";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import { AgentFixture } from "@/lib/agent/testing/agent-fixture";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";
import { threadThat } from "@/lib/agent/testing/thread-scripts";
import { optOutBytes } from "@/lib/formats/testing";

const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
const AT_TOWER = "/geopulse/proximity/indices?latitude=48.8584&longitude=2.2945";
const DEVICE = "6d92078a-8246-4ba7-aba7-76104862e5c9";
const OF_DEVICE = `/geopulse/audience/sets?user-id=${DEVICE}`;

let fixture: AgentFixture;
let connections: HttpAgent[];

beforeEach(async () => {
	fixture = await AgentFixture.create();
	connections = [];
});

afterEach(async () => {
	for (const connection of connections) connection.destroy();
	await fixture.stop();
});

/** The answer over a connection, which one thread serves from its first request on. */
async function over(connection: HttpAgent, agent: Agent, path: string) {
	const [response] = await once(get(`${agent.url}${path}`, { agent: connection }), "response");
	let body = "";
	for await (const chunk of response) body += chunk;
	return { status: response.statusCode as number, body };
}

async function codesOver(connection: HttpAgent, agent: Agent, path: string): Promise<string[]> {
	const { body } = await over(connection, agent, path);
	return (JSON.parse(body) as { targetingCode: string }[]).map(({ targetingCode }) => targetingCode);
}

/** Opens connections until each of two threads has one. */
async function toBothThreads(agent: Agent): Promise<HttpAgent[]> {
	const busy = () => agent.requestsOfThreads.slice(1).every((requests) => requests > 0);
	while (!busy()) {
		const connection = new HttpAgent({ keepAlive: true, maxSockets: 1 });
		connections.push(connection);
		await over(connection, agent, AT_TOWER);
	}
	return connections;
}

const build = async (code: string) =>
	fixture.service.row(await proximityFile({ [code]: [TOWER] }), { deployment_id: code, design_id: "design" });

/** Resolves with the first report for which the condition holds. */
async function reported(holds: (ids: string[]) => boolean): Promise<void> {
	const { service } = fixture;
	const isSo = () =>
		holds(
			service.reports
				.at(-1)
				?.deployments.filter(({ state }) => state === "loaded")
				.map(({ deployment_id }) => deployment_id) ?? ["none yet"],
		);
	while (!isSo()) await once(service, "report");
}

test("a deployment is reported once both threads answer from it, and gone once neither does", async () => {
	const { service } = fixture;
	service.activate(await build("old"));
	const agent = await fixture.startAgent({ threads: 2 });
	await reported((ids) => ids.join() === "old");
	const both = await toBothThreads(agent);
	const everywhere = (path: string) => Promise.all(both.map((connection) => codesOver(connection, agent, path)));
	const all = (codes: string[]) => both.map(() => codes);
	expect(await everywhere(AT_TOWER)).toEqual(all(["old"]));

	const gym = service.row(await audienceFile({ gym: [DEVICE] }), { deployment_id: "gym", type: "audience" });
	const renewed = await build("new");
	service.activate(renewed, gym);
	await reported((ids) => ids.join() === "new,gym");
	expect(await everywhere(AT_TOWER)).toEqual(all(["new"]));
	expect(await everywhere(OF_DEVICE)).toEqual(all(["gym"]));

	// Renamed, with the same file.
	service.activate({ ...renewed, design_name: "Renamed" }, gym);
	await agent.when(() => agent.deployments[0]?.deployment.designName === "Renamed");
	expect((await over(both[0] as HttpAgent, agent, AT_TOWER)).body).toContain('"designName":"Renamed"');

	service.optOut(await optOutBytes([DEVICE]), 1);
	await agent.when(() => agent.readiness().opt_outs.revision === 1);
	expect(await everywhere(OF_DEVICE)).toEqual(all([]));
	service.optOut(null, 1, "2026-01-02T00:00:00.000Z");
	await agent.when(() => agent.readiness().opt_outs.kept_revisions?.[0] === 1);
	expect(await everywhere(OF_DEVICE)).toEqual(all([]));
	service.optOut(null, 2);
	await agent.when(() => agent.readiness().opt_outs.kept_revisions === undefined);
	expect(await everywhere(OF_DEVICE)).toEqual(all(["gym"]));

	service.activate();
	await reported((ids) => ids.length === 0);
	expect(await everywhere(AT_TOWER)).toEqual(all([]));
	expect(agent.memoryUsed).toBe(0);
});

test("each thread answers about the whole agent, with the sums of all", async () => {
	const { service } = fixture;
	service.activate(await build("tower"));
	const agent = await fixture.startAgent({ threads: 2 });
	await reported((ids) => ids.join() === "tower");
	const both = await toBothThreads(agent);
	const lookups = both.length;
	for (const connection of both) {
		expect(await over(connection, agent, "/geopulse/audience/sets")).toMatchObject({ status: 400 });
		expect(await over(connection, agent, "/ready")).toMatchObject({ status: 200 });
		expect((await over(connection, agent, "/zz/status")).body).toContain('"tower"');
	}
	for (const connection of both) {
		const { body } = await over(connection, agent, "/metrics");
		const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, "m").exec(body)?.[1]);
		const ofThread = (thread: number) => value(`targeting_agent_thread_requests_total{thread="${thread}"}`);
		expect({
			threads: value("targeting_agent_threads"),
			lookups: value('targeting_agent_lookups_total{kind="proximity"}'),
			matches: value('targeting_agent_deployment_matches_total{deployment="tower"}'),
			requests: value('targeting_agent_request_seconds_count{kind="proximity"}'),
			refused: value('targeting_agent_refused_requests_total{status="400"}'),
		}).toEqual({ threads: 2, lookups, matches: lookups, requests: lookups, refused: lookups });
		expect(ofThread(1) + ofThread(2)).toBe(lookups);
		expect(Math.min(ofThread(1), ofThread(2))).toBeGreaterThan(0);
	}
	await agent.stop();
	const counted = service.reports.flatMap(({ matches }) => matches?.counts ?? []);
	expect(counted.reduce((sum, { matches }) => sum + matches, 0)).toBe(lookups);
});

test("a thread that ends ends the agent, at the start and while files are handed over", async () => {
	const leaving = async (before: string, after: string) =>
		threadThat(
			fixture.cacheDirectory,
			`import { parentPort, workerData } from "node:worker_threads";
			const leaves = workerData.answering?.thread === 1;
			${before}
			await import("${await agentBundle()}");
			${after}`,
		);
	const atStart = await leaving("if (leaves) process.exit(9);", "");
	await expect(fixture.startAgent({ threads: 2 }, {}, atStart)).rejects.toThrow(
		"an answering thread ended with status 9",
	);
	const later = await leaving("", 'if (leaves) parentPort.on("message", () => process.exit(9));');
	const agent = await fixture.startAgent({ threads: 2 }, {}, later);
	fixture.service.activate(await build("tower"));
	await expect(agent.failed).rejects.toThrow("an answering thread ended with status 9");
});
