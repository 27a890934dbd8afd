import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AgentFixture, codesAt } from "@/lib/agent/testing/agent-fixture";
import { proximityFile } from "@/lib/agent/testing/targeting-files";
import { serveFile } from "@/lib/agent/testing/targeting-service";
import { plannedMemory } from "@/lib/formats/planned-memory";

const PLACE = { latitude: 48.8584, longitude: 2.2945, radius: 200 };

const planned = ({ size }: { size: number }) => plannedMemory("proximity", size);

let fixture: AgentFixture;

beforeEach(async () => {
	fixture = await AgentFixture.create();
});

afterEach(() => fixture.stop());

/** A deployment of the common design, with the given targeting code. */
async function build(code: string, circles = 1) {
	const elsewhere = Array.from({ length: circles - 1 }, (_, i) => ({ ...PLACE, latitude: -40 + i / 1000 }));
	const bytes = await proximityFile({ [code]: [PLACE, ...elsewhere] });
	return fixture.service.row(bytes, { deployment_id: code, design_id: "the-design" });
}

describe("activation of a build that replaces another", () => {
	test("interrupts no lookup", async () => {
		const { service } = fixture;
		const agent = await fixture.startAgent();
		const builds = await Promise.all(["b0", "b1", "b2", "b3", "b4"].map((code) => build(code)));
		const [first] = builds;
		if (!first) throw new Error("no build");
		service.activate(first);
		await agent.when(() => agent.snapshot.files.length === 1);

		let asking = true;
		const answers: string[][] = [];
		const asked = Promise.all(
			Array.from({ length: 4 }, async () => {
				while (asking) answers.push(await codesAt(agent, PLACE.latitude, PLACE.longitude));
			}),
		);
		for (const row of builds.slice(1)) {
			service.activate(row);
			await agent.when(() => agent.snapshot.files[0]?.deployment.deploymentId === row.deployment_id);
		}
		asking = false;
		await asked;
		expect(answers.filter((codes) => codes.length !== 1)).toEqual([]);
		expect(await codesAt(agent, PLACE.latitude, PLACE.longitude)).toEqual(["b4"]);
		// With the record of the circle, and the combination of sets as bits.
		expect(agent.memoryUsed).toBe((builds[4]?.size ?? 0) + 16 + 4);
	});

	test("keeps serving and reporting the old one while the new one cannot be downloaded", async () => {
		const { service } = fixture;
		const agent = await fixture.startAgent();
		service.activate(await build("old"));
		await agent.when(() => agent.snapshot.files.length === 1);
		service.onFile = (_bytes, _request, response) => response.writeHead(500).end();
		service.activate(await build("new"));
		await agent.when(() => agent.deployments.some(({ state }) => state === "failed"));
		expect(await codesAt(agent, PLACE.latitude, PLACE.longitude)).toEqual(["old"]);
		const reported = () => service.reports.at(-1)?.deployments;
		while (reported()?.length !== 2 || reported()?.[0]?.state !== "failed")
			await new Promise((resolve) => service.once("report", resolve));
		expect(reported()).toMatchObject([
			{ deployment_id: "new", state: "failed" },
			{ deployment_id: "old", state: "loaded", error: expect.stringContaining("until its successor is loaded") },
		]);
		service.onFile = null;
		await agent.when(() => agent.snapshot.files[0]?.deployment.deploymentId === "new");
		expect(agent.snapshot.files).toHaveLength(1);
	});

	test("is undone when the old one is activated again before the new one is loaded", async () => {
		const { service } = fixture;
		const agent = await fixture.startAgent();
		const [old, next] = [await build("old"), await build("new")];
		service.activate(old);
		await agent.when(() => agent.snapshot.files.length === 1);
		service.onFile = () => undefined;
		service.activate(next);
		await agent.when(() => agent.deployments.some(({ state }) => state === "downloading"));
		service.activate(old);
		await agent.when(() => agent.deployments.length === 1);
		expect(agent.deployments[0]).toMatchObject({ state: "loaded", retiring: false });
		expect(await codesAt(agent, PLACE.latitude, PLACE.longitude)).toEqual(["old"]);
		expect(service.fileRequests).toHaveLength(2);
	});

	test("unloads the old one first when memory is short", async () => {
		const { service } = fixture;
		const [old, next] = [await build("old", 50), await build("new", 50)];
		const agent = await fixture.startAgent({ memoryLimit: old.size + planned(next) });
		service.activate(old);
		await agent.when(() => agent.snapshot.files.length === 1);
		const seen: number[] = [];
		agent.on("change", () => seen.push(agent.snapshot.files.length));
		service.activate(next);
		await agent.when(() => agent.snapshot.files[0]?.deployment.deploymentId === "new");
		expect(seen).toContain(0);
		expect(fixture.log.map(({ message }) => message)).toContain("unloaded before its successor to make room");
	});

	test("stops serving the old one when the new one is refused", async () => {
		const { service } = fixture;
		const [old, next] = [await build("old"), await build("new", 500)];
		const agent = await fixture.startAgent({ memoryLimit: planned(old) + 100 });
		service.activate(old);
		await agent.when(() => agent.snapshot.files.length === 1);
		service.activate(next);
		await agent.when(() => agent.snapshot.files.length === 0);
		expect(agent.deployments).toMatchObject([{ state: "refused" }]);
	});
});

describe("the memory limit", () => {
	test("refuses files that do not fit, loads smaller ones after them, and loads them when memory becomes free", async () => {
		const { service } = fixture;
		const row = async (code: string, circles: number) => ({ ...(await build(code, circles)), design_id: code });
		const [first, large, small] = [await row("first", 300), await row("large", 300), await row("small", 1)];
		const limit = planned(first) + planned(small) + 100;
		service.activate(first, large, small);
		const agent = await fixture.startAgent({ memoryLimit: limit });
		await agent.whenSynced();
		expect(agent.deployments.map(({ state }) => state)).toEqual(["loaded", "refused", "loaded"]);
		expect(agent.deployments[1]?.error).toContain(`needs ${planned(large)} bytes`);
		expect(agent.deployments[1]?.error).toContain(
			`${limit - agent.memoryUsed} of the limit of ${limit} bytes are free`,
		);
		expect(service.fileRequests).toHaveLength(2);
		expect((await fetch(`${agent.url}/ready`)).status).toBe(200);

		service.activate(large, small);
		await agent.when(() => agent.deployments.every(({ state }) => state === "loaded"));
		expect(await codesAt(agent, PLACE.latitude, PLACE.longitude)).toEqual(["large", "small"]);
	});

	test("a failing file reserves no memory", async () => {
		const { service } = fixture;
		const broken = await build("broken");
		const good = { ...(await build("good")), design_id: "good" };
		service.onFile = (bytes, request, response) => {
			if (request.url === broken.file_url) response.writeHead(500).end();
			else serveFile(bytes, request, response);
		};
		service.activate(broken, good);
		const agent = await fixture.startAgent({ memoryLimit: planned(good) + 1 });
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(await codesAt(agent, PLACE.latitude, PLACE.longitude)).toEqual(["good"]);
	});
});
