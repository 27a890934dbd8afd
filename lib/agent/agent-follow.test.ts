import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AgentFixture, ask, codesAt } from "@/lib/agent/testing/agent-fixture";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";
import { serveFile } from "@/lib/agent/testing/targeting-service";
import { plannedMemory } from "@/lib/formats/planned-memory";
import { eventually } from "@/lib/tools/testing/eventually";

const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
const BRIDGE = { latitude: 51.5055, longitude: -0.0754, radius: 200 };
const DEVICE = "6d92078a-8246-4ba7-aba7-76104862e5c9";

let fixture: AgentFixture;

beforeEach(async () => {
	fixture = await AgentFixture.create();
});

afterEach(async () => {
	await fixture.stop();
	vi.useRealTimers();
});

const filesInCache = () => readdir(join(fixture.cacheDirectory, "files"));

describe("following a target", () => {
	test("a deployment is served from activation to deactivation", async () => {
		const { service } = fixture;
		const agent = await fixture.startAgent();
		await agent.whenSynced();
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual([]);

		const places = service.row(await proximityFile({ tower: [TOWER], bridge: [BRIDGE] }), {
			deployment_id: "p",
			design_id: "design-p",
			design_name: 'Landmarks "2026"',
		});
		const people = service.row(await audienceFile({ gym: [DEVICE] }), { deployment_id: "a", type: "audience" });
		service.activate(places, people);
		await agent.when(() => agent.snapshot.files.length === 2);
		expect(await ask(agent, "/geopulse/proximity/indices?latitude=48.8584&longitude=2.2945")).toEqual([
			{
				designName: 'Landmarks "2026"',
				designId: "design-p",
				targetingCode: "tower",
				deploymentId: "p",
				setId: "set-tower",
			},
		]);
		expect(await ask(agent, `/geopulse/audience/sets?user-id=${DEVICE.toUpperCase()}`)).toMatchObject([
			{ targetingCode: "gym", deploymentId: "a" },
		]);

		service.activate(people);
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual([]);
		expect(agent.memoryUsed).toBe(people.size);
		service.activate();
		await agent.when(() => agent.snapshot.files.length === 0);
		expect(await ask(agent, `/geopulse/audience/sets?user-id=${DEVICE}`)).toEqual([]);
		await agent.stop();
		expect(await filesInCache()).toEqual([]);
	});

	test("the first request does not wait, later ones poll with the etag", async () => {
		const agent = await fixture.startAgent();
		await agent.whenSynced();
		await agent.when(() => fixture.service.polls.length >= 1);
		if (fixture.service.polls.length < 2) await new Promise((resolve) => fixture.service.once("poll", resolve));
		expect(fixture.service.polls[0]).toEqual({ etag: undefined, waitSeconds: 0 });
		expect(fixture.service.polls[1]).toEqual({ etag: expect.stringMatching(/^"[0-9a-f]{16}"$/), waitSeconds: 25 });
	});

	test("a new name is applied without loading the file again", async () => {
		const { service } = fixture;
		const row = service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p", design_name: "Old" });
		service.activate(row);
		const agent = await fixture.startAgent();
		await agent.when(() => agent.snapshot.files.length === 1);
		service.activate({ ...row, design_name: "New" });
		await agent.when(() => agent.snapshot.files[0]?.deployment.designName === "New");
		expect(await ask(agent, "/geopulse/proximity/indices?latitude=48.8584&longitude=2.2945")).toMatchObject([
			{ designName: "New" },
		]);
		expect(service.fileRequests).toHaveLength(1);
	});

	test("only deployments with one of the agent's tags are loaded, also when tags change", async () => {
		const { service } = fixture;
		const north = service.row(await proximityFile({ north: [TOWER] }), { deployment_id: "n", tags: ["north"] });
		const south = service.row(await proximityFile({ south: [TOWER] }), { deployment_id: "s", tags: ["south", "big"] });
		const bare = service.row(await proximityFile({ bare: [TOWER] }), { deployment_id: "b" });
		service.activate(north, south, bare);
		const agent = await fixture.startAgent({ tags: ["south", "west"] });
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual(["south"]);
		service.activate(north, { ...south, tags: [] }, { ...bare, tags: ["west"] });
		await agent.when(() => agent.snapshot.files[0]?.deployment.deploymentId === "b");
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual(["bare"]);
		expect(service.fileRequests).toHaveLength(2);
	});

	test("two deployments of one file share it in memory and on disk", async () => {
		const { service } = fixture;
		const bytes = await proximityFile({ tower: [TOWER] });
		service.activate(service.row(bytes, { deployment_id: "one" }), service.row(bytes, { deployment_id: "two" }));
		const agent = await fixture.startAgent({ memoryLimit: plannedMemory("proximity", bytes.length) });
		await agent.when(() => agent.snapshot.files.length === 2);
		expect(agent.memoryUsed).toBe(agent.snapshot.files[1]?.file.sharedBytes);
		expect(service.fileRequests).toHaveLength(1);
	});
});

describe("when the service fails", () => {
	test("a rejected key is retried and logged, without the key itself", async () => {
		fixture.service.key = "tsa_the-new-key";
		const agent = await fixture.startAgent({ key: "tsa_the-old-key" });
		await agent.when(() => fixture.log.filter(({ level }) => level === "error").length >= 3);
		expect(JSON.stringify(fixture.log)).toContain("rejected the agent key (401: unknown agent key): check AGENT_KEY");
		expect(JSON.stringify(fixture.log)).not.toContain("the-old-key");
		expect((await fetch(`${agent.url}/ready`)).status).toBe(503);
		fixture.service.key = "tsa_the-old-key";
		await agent.whenSynced();
		expect((await fetch(`${agent.url}/ready`)).status).toBe(200);
	});

	test("a slow list is accepted while it arrives, a stalled one is requested again", async () => {
		const { service } = fixture;
		service.activate(service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }));
		// Pieces and limit have one clock, which stands still while the machine is busy.
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		service.onList = (body, response) => {
			const quarter = Math.ceil(body.length / 4);
			const pieces = [0, 1, 2, 3].map((index) => body.slice(index * quarter, (index + 1) * quarter));
			const next = () => {
				response.write(pieces.shift());
				if (pieces.length === 0) response.end();
				else setTimeout(next, 400);
			};
			next();
		};
		const agent = await fixture.startAgent({}, { pollIdleMs: 1_000 });
		await eventually(() => expect(agent.snapshot.files).toHaveLength(1));
		expect(service.polls[0]?.waitSeconds).toBe(0);
		expect(fixture.log.filter(({ level }) => level === "error")).toEqual([]);

		service.onList = (body, response) => response.write(body.slice(0, 10));
		service.dropPolls();
		service.activate();
		const stalled = expect.stringMatching(/^the response of the service stalled/);
		await eventually(() => expect(fixture.log.map(({ fields }) => fields.error)).toContainEqual(stalled));
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual(["tower"]);
		service.onList = null;
		await eventually(() => expect(agent.snapshot.files).toEqual([]));
	});

	test("loaded files stay served, and changes follow later", async () => {
		const { service } = fixture;
		service.activate(service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }));
		const agent = await fixture.startAgent();
		await agent.when(() => agent.snapshot.files.length === 1);
		service.refuseWith = 503;
		service.dropPolls();
		await agent.when(() => fixture.log.some(({ message }) => message.startsWith("could not fetch")));
		service.activate();
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual(["tower"]);
		service.refuseWith = null;
		await agent.when(() => agent.snapshot.files.length === 0);
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual([]);
	});

	test("its end is heard of by the next report, however long the poll would wait: files that failed load at once", async () => {
		const { service } = fixture;
		const lost = service.row(await proximityFile({ bridge: [BRIDGE] }), { deployment_id: "lost" });
		service.activate(service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }), lost);
		service.onFile = (bytes, request, response) =>
			request.url === lost.file_url ? response.destroy() : serveFile(bytes, request, response);
		const agent = await fixture.startAgent({}, { retryBaseMs: 1e6, retryMaxMs: 1e6 });
		await agent.when(() => agent.snapshot.files.length === 1 && agent.deployments[1]?.state === "failed");
		service.refuseWith = 503;
		service.dropPolls();
		await agent.when(() => fixture.log.some(({ message }) => message.startsWith("could not fetch")));
		service.activate(lost);
		service.onFile = null;
		service.refuseWith = null;
		await agent.when(() => agent.snapshot.files[0]?.deployment.deploymentId === "lost");
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual([]);
		expect(await codesAt(agent, 51.5055, -0.0754)).toEqual(["bridge"]);
	});

	test("a restarted agent serves from its cache", async () => {
		const { service } = fixture;
		service.activate(service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }));
		const first = await fixture.startAgent();
		await first.when(() => first.snapshot.files.length === 1);
		await first.stop();

		service.refuseWith = 503;
		const again = await fixture.startAgent();
		await again.when(() => again.snapshot.files.length === 1);
		expect(await codesAt(again, 48.8584, 2.2945)).toEqual(["tower"]);
		expect((await fetch(`${again.url}/ready`)).status).toBe(200);
		expect(service.fileRequests).toHaveLength(1);

		service.refuseWith = null;
		await again.whenSynced();
		expect(service.fileRequests).toHaveLength(1);
	});

	test("a damaged cached file is not served, and is downloaded again once the service is back", async () => {
		const { service } = fixture;
		service.activate(service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "p" }));
		const first = await fixture.startAgent();
		await first.when(() => first.snapshot.files.length === 1);
		await first.stop();
		const [name = ""] = await filesInCache();
		await writeFile(join(fixture.cacheDirectory, "files", name), await proximityFile({ tower: [BRIDGE] }));

		service.refuseWith = 503;
		const again = await fixture.startAgent();
		await again.when(() => again.deployments[0]?.state === "failed");
		expect(fixture.log.some(({ fields }) => String(fields.error).includes("SHA-256"))).toBe(true);
		expect(await codesAt(again, 51.5055, -0.0754)).toEqual([]);
		service.refuseWith = null;
		await again.when(() => again.snapshot.files.length === 1);
		expect(await codesAt(again, 48.8584, 2.2945)).toEqual(["tower"]);
	});
});

describe("one failing deployment", () => {
	test("does not stop others, and is downloaded again until its digest matches", async () => {
		const { service } = fixture;
		const bad = service.row(await proximityFile({ bad: [TOWER] }), { deployment_id: "bad" });
		const good = service.row(await proximityFile({ good: [TOWER] }), { deployment_id: "good" });
		service.onFile = (bytes, request, response) => {
			const wrong = request.url === bad.file_url;
			serveFile(wrong ? Buffer.alloc(bytes.length, 7) : bytes, request, response);
		};
		service.activate(bad, good);
		const agent = await fixture.startAgent();
		await agent.when(() => agent.snapshot.files.length === 1 && agent.deployments[0]?.state === "failed");
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual(["good"]);
		expect(agent.deployments[0]?.error).toMatch(/SHA-256/);
		service.onFile = null;
		await agent.when(() => agent.snapshot.files.length === 2);
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual(["bad", "good"]);
	});

	test.each<[string, Parameters<typeof fixture.service.row>[1], RegExp]>([
		["of the other kind", { deployment_id: "x", type: "audience" }, /of kind proximity, the deployment audience/],
		["missing on the service", { deployment_id: "x", file_url: "/api/builds/none/file" }, /status 404: no such file/],
		["without a usable address", { deployment_id: "x", file_url: "http://elsewhere/" }, /unusable file_url/],
	])("reports a file %s", async (_name, row, error) => {
		const { service } = fixture;
		service.activate(service.row(await proximityFile({ bad: [TOWER] }), row));
		await fixture.startAgent();
		const failed = () => service.reports.at(-1)?.deployments.find(({ state }) => state === "failed");
		while (!failed()) await new Promise((resolve) => service.once("report", resolve));
		expect(failed()).toMatchObject({ deployment_id: "x", error: expect.stringMatching(error) });
	});

	test("reports a file that is not a targeting file", async () => {
		fixture.service.activate(fixture.service.row(Buffer.from("hello"), { deployment_id: "x" }));
		const agent = await fixture.startAgent();
		await agent.when(() => agent.deployments[0]?.state === "failed");
		expect(agent.deployments[0]?.error).toBe("this is not a targeting file");
		expect((await fetch(`${agent.url}/ready`)).status).toBe(503);
	});
});
