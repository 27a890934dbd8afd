import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Agent } from "@/lib/agent/agent";
import { AgentFixture, ask, codesAt } from "@/lib/agent/testing/agent-fixture";
import { audienceFile, proximityFile } from "@/lib/agent/testing/targeting-files";
import { optOutBytes } from "@/lib/formats/testing";

const DEVICE = "6d92078a-8246-4ba7-aba7-76104862e5c9";
const RESTORED = "2026-01-02T00:00:00.000Z";
const OTHER = "00000000-0000-4000-8000-000000000001";
const SPELLINGS = [DEVICE.toUpperCase(), DEVICE.replaceAll("-", ""), `urn:uuid:${DEVICE}`];

let fixture: AgentFixture;

beforeEach(async () => {
	fixture = await AgentFixture.create();
});

afterEach(() => fixture.stop());

const codesOf = async (agent: Agent, id: string) => {
	const rows = await ask(agent, `/geopulse/audience/sets?user-id=${encodeURIComponent(id)}`);
	return (rows as { targetingCode: string }[]).map(({ targetingCode }) => targetingCode);
};
const readiness = async (agent: Agent) => {
	const response = await fetch(`${agent.url}/ready`);
	return { status: response.status, ...((await response.json()) as { opt_outs: unknown }) };
};

/** An agent that answers both devices. */
async function answeringAgent(): Promise<Agent> {
	const { service } = fixture;
	service.activate(service.row(await audienceFile({ gym: [DEVICE, OTHER] }), { deployment_id: "a", type: "audience" }));
	const agent = await fixture.startAgent();
	await agent.when(() => agent.snapshot.files.length === 1);
	expect(await codesOf(agent, DEVICE)).toEqual(["gym"]);
	return agent;
}

/** Whether the agent applies this revision, and all that it is to apply is loaded. */
const applies = (agent: Agent, revision: number | null) => {
	const { state, revision: loaded } = agent.readiness().opt_outs;
	const { files, optOuts } = agent.snapshot;
	return loaded === revision && state === "loaded" && files.length === 1 && optOuts?.has("x") !== true;
};
const digestOf = (bytes: Buffer) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

describe("opt-outs", () => {
	test("a device on the list matches nothing, whatever is asked and however it is spelled, until it is off", async () => {
		const { service } = fixture;
		const agent = await answeringAgent();
		expect((await readiness(agent)).opt_outs).toEqual({ revision: null, ids: 0, state: "loaded" });
		service.optOut(await optOutBytes([DEVICE]), 3);
		await agent.when(() => agent.readiness().opt_outs.revision === 3);
		for (const id of SPELLINGS) expect(await codesOf(agent, id)).toEqual([]);
		expect(await ask(agent, `/geopulse/audience/sets/set-gym?user-id=${DEVICE}`)).toEqual([]);
		const body = JSON.stringify([DEVICE, OTHER]);
		const headers = { "content-type": "application/json" };
		const answer = await ask(agent, "/geopulse/audience/sets", { method: "POST", body, headers });
		expect(answer).toEqual([[], [expect.objectContaining({ targetingCode: "gym" })]]);
		expect((await readiness(agent)).opt_outs).toEqual({ revision: 3, ids: 1, state: "loaded" });
		const metrics = await (await fetch(`${agent.url}/metrics`)).text();
		expect(metrics).toContain("targeting_agent_opt_outs 1\n");
		expect(metrics).toContain("targeting_agent_opt_outs_current 1\n");
		expect(await readdir(join(fixture.cacheDirectory, "files"))).toHaveLength(2);

		service.optOut(null, 4);
		await agent.when(() => agent.snapshot.optOuts === null);
		expect(await codesOf(agent, DEVICE)).toEqual(["gym"]);
		while (!service.reports.at(-1)?.opt_outs || service.reports.at(-1)?.opt_outs?.digest)
			await new Promise((resolve) => service.once("report", resolve));
		expect(service.reports.at(-1)?.opt_outs).toEqual({ digest: null, error: null });
		await agent.stop();
		expect(await readdir(join(fixture.cacheDirectory, "files"))).toHaveLength(1);
	});

	test("the list applies after a restart without the service", async () => {
		const { service } = fixture;
		const first = await answeringAgent();
		service.optOut(await optOutBytes([DEVICE]), 1);
		await first.when(() => first.readiness().opt_outs.revision === 1);
		await first.stop();
		service.refuseWith = 503;
		const second = await fixture.startAgent();
		await second.when(() => second.snapshot.files.length === 1 && second.readiness().opt_outs.state === "loaded");
		expect(await codesOf(second, DEVICE)).toEqual([]);
		expect(await codesOf(second, OTHER)).toEqual(["gym"]);
	});

	test("without any list that it can load, it answers places but no device, and is not ready", async () => {
		const { service } = fixture;
		service.onFile = (bytes, _request, response) => {
			const isList = bytes.includes("opt-outs");
			response.writeHead(200, { "Content-Length": bytes.length });
			response.end(isList ? Buffer.alloc(bytes.length) : bytes);
		};
		service.optOut(await optOutBytes([DEVICE]), 1);
		const tower = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
		service.activate(
			service.row(await audienceFile({ gym: [OTHER] }), { deployment_id: "a", type: "audience" }),
			service.row(await proximityFile({ tower: [tower] }), { deployment_id: "p" }),
		);
		const agent = await fixture.startAgent();
		await agent.when(() => agent.snapshot.files.length === 2 && agent.readiness().opt_outs.state === "failed");
		expect(await codesOf(agent, OTHER)).toEqual([]);
		expect(await codesAt(agent, 48.8584, 2.2945)).toEqual(["tower"]);
		expect(await readiness(agent)).toMatchObject({ status: 503, opt_outs: { revision: null, state: "failed" } });
		while (!service.reports.at(-1)?.opt_outs?.error) await new Promise((resolve) => service.once("report", resolve));
		expect(service.reports.at(-1)?.opt_outs?.error).toContain("SHA-256");

		service.onFile = null;
		await agent.when(() => agent.readiness().opt_outs.state === "loaded");
		expect(await codesOf(agent, OTHER)).toEqual(["gym"]);
		expect((await readiness(agent)).status).toBe(200);
	});

	test("an agent that had the empty list goes on with it until it has loaded the first one", async () => {
		const { service } = fixture;
		service.optOut(null, 1);
		const agent = await answeringAgent();
		service.onFile = (_bytes, _request, response) => response.writeHead(404).end();
		service.optOut(await optOutBytes([DEVICE]), 2);
		await agent.when(() => agent.readiness().opt_outs.state === "failed");
		expect(await codesOf(agent, OTHER)).toEqual(["gym"]);
		service.onFile = null;
		await agent.when(() => agent.readiness().opt_outs.revision === 2);
		expect(await codesOf(agent, DEVICE)).toEqual([]);
	});

	test("while a newer list cannot be loaded, the last one applies, and the report says why", async () => {
		const { service } = fixture;
		const agent = await answeringAgent();
		const first = await optOutBytes([DEVICE]);
		service.optOut(first, 1);
		await agent.when(() => agent.readiness().opt_outs.revision === 1);
		service.onFile = (bytes, _request, response) => response.writeHead(404).end(bytes.subarray(0, 0));
		service.optOut(await optOutBytes([DEVICE, OTHER]), 2);
		await agent.when(() => agent.readiness().opt_outs.state === "failed");
		expect(await codesOf(agent, DEVICE)).toEqual([]);
		expect(await codesOf(agent, OTHER)).toEqual(["gym"]);
		expect(agent.readiness()).toMatchObject({ ready: true, opt_outs: { revision: 1, ids: 1, state: "failed" } });
		service.onFile = null;
		await agent.when(() => agent.readiness().opt_outs.revision === 2);
		expect(await codesOf(agent, OTHER)).toEqual([]);
	});

	test("the list takes its part of the memory limit", async () => {
		const { service } = fixture;
		const list = await optOutBytes([DEVICE]);
		const file = await audienceFile({ gym: [DEVICE, OTHER] });
		service.optOut(list, 1);
		service.activate(service.row(file, { deployment_id: "a", type: "audience" }));
		const agent = await fixture.startAgent({ memoryLimit: file.length + list.length - 1 });
		await agent.when(() => agent.deployments[0]?.state === "refused");
		service.optOut(null, 2);
		await agent.when(() => agent.deployments[0]?.state === "loaded");
		expect(agent.memoryUsed).toBe(file.length);
	});

	describe("of a service that was restored from an older archive", () => {
		const bothOf = async (agent: Agent) => [await codesOf(agent, DEVICE), await codesOf(agent, OTHER)];

		test.each([
			["an older list", [OTHER]],
			["a list from before the first opt-out", null],
		])("%s applies beside the one from before, over a restart too, until it is confirmed", async (_, ids) => {
			const { service } = fixture;
			const first = await answeringAgent();
			service.optOut(await optOutBytes([DEVICE]), 5);
			await first.when(() => first.readiness().opt_outs.revision === 5);
			const older = ids && (await optOutBytes(ids));
			service.optOut(older, 1, RESTORED);
			await first.when(() => first.readiness().opt_outs.kept_revisions?.[0] === 5 && applies(first, older ? 1 : null));
			const union = [[], older ? [] : ["gym"]];
			expect(await bothOf(first)).toEqual(union);
			await first.stop();

			service.refuseWith = 503;
			const second = await fixture.startAgent();
			await second.when(() => applies(second, older ? 1 : null));
			expect(await bothOf(second)).toEqual(union);
			expect(second.readiness().opt_outs).toMatchObject({ kept_revisions: [5] });
			service.refuseWith = null;

			// A change of the restored list applies at once, whatever its number.
			service.optOut(await optOutBytes([OTHER]), 6, RESTORED);
			await second.when(() => second.readiness().opt_outs.revision === 6);
			expect(await bothOf(second)).toEqual([[], []]);
			service.optOut(older, 1);
			await second.when(
				() => second.readiness().opt_outs.kept_revisions === undefined && applies(second, older ? 1 : null),
			);
			expect(await bothOf(second)).toEqual([["gym"], older ? [] : ["gym"]]);
			while (service.reports.at(-1)?.opt_outs?.digest !== (older ? digestOf(older) : null))
				await new Promise((resolve) => service.once("report", resolve));
			await second.stop();
			expect(await readdir(join(fixture.cacheDirectory, "files"))).toHaveLength(older ? 2 : 1);
		});

		test("an agent that is away meanwhile, or new, or has the same list", async () => {
			const { service } = fixture;
			const list = await optOutBytes([DEVICE]);
			const first = await answeringAgent();
			service.optOut(list, 5);
			await first.when(() => first.readiness().opt_outs.revision === 5);
			service.optOut(list, 5, RESTORED);
			service.optOut(await optOutBytes([OTHER]), 6, RESTORED);
			await first.when(() => first.readiness().opt_outs.revision === 6);
			// The restored list was that from before, so its changes are all that there is.
			expect(await bothOf(first)).toEqual([["gym"], []]);
			expect(first.readiness().opt_outs.kept_revisions).toBeUndefined();
			service.optOut(list, 7);
			await first.when(() => first.readiness().opt_outs.revision === 7);
			await first.stop();

			service.optOut(await optOutBytes([OTHER]), 2, RESTORED);
			const second = await fixture.startAgent();
			await second.when(() => applies(second, 2));
			expect(await bothOf(second)).toEqual([[], []]);
			await second.stop();
			await rm(join(fixture.cacheDirectory, "desired.json"));
			const fresh = await fixture.startAgent();
			await fresh.when(() => applies(fresh, 2));
			expect(await bothOf(fresh)).toEqual([["gym"], []]);
		});

		test("a list that is confirmed, or replaced, applies alone once it is loaded; each restore keeps what was there", async () => {
			const { service } = fixture;
			const agent = await answeringAgent();
			const [third, fourth] = ["00000000-0000-4000-8000-000000000003", "00000000-0000-4000-8000-000000000004"];
			service.optOut(await optOutBytes([DEVICE]), 5);
			await agent.when(() => applies(agent, 5));
			service.optOut(await optOutBytes([third]), 1, RESTORED);
			await agent.when(() => applies(agent, 1));
			service.optOut(await optOutBytes([fourth]), 2, "2026-01-03T00:00:00.000Z");
			await agent.when(() => agent.readiness().opt_outs.kept_revisions?.length === 2 && applies(agent, 2));
			const optedOut = () => [DEVICE, third, fourth, OTHER].map((id) => agent.snapshot.optOuts?.has(id));
			expect(optedOut()).toEqual([true, true, true, false]);

			service.onFile = (_bytes, _request, response) => response.writeHead(404).end();
			service.optOut(await optOutBytes([DEVICE, OTHER]), 8);
			await agent.when(() => agent.readiness().opt_outs.state === "failed");
			expect(optedOut()).toEqual([true, true, true, false]);
			service.onFile = null;
			await agent.when(() => applies(agent, 8));
			expect(optedOut()).toEqual([true, false, false, true]);
			expect(agent.readiness().opt_outs.kept_revisions).toBeUndefined();
		});
	});
});
