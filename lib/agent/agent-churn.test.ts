import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AgentFixture, codesAt } from "@/lib/agent/testing/agent-fixture";
import { proximityFile } from "@/lib/agent/testing/targeting-files";
import { serveFile } from "@/lib/agent/testing/targeting-service";
import { plannedMemory } from "@/lib/formats/planned-memory";

const PLACE = { latitude: 48.8584, longitude: 2.2945, radius: 200 };

let fixture: AgentFixture;

beforeEach(async () => {
	fixture = await AgentFixture.create();
});

afterEach(() => fixture.stop());

describe("many changes in a row over an unreliable connection", () => {
	test.each([1, 2, 3])("converge to the last desired state (seed %i)", async (seed) => {
		let state = seed;
		const random = () => {
			state = (state * 48_271) % 2_147_483_647;
			return state / 2_147_483_647;
		};
		const { service } = fixture;
		// Three builds of each of four designs; the service activates one per design at most.
		const designs = await Promise.all(
			["a", "b", "c", "d"].map((design) =>
				Promise.all(
					[1, 2, 3].map(async (build) =>
						service.row(await proximityFile({ [`${design}${build}`]: [PLACE] }), {
							deployment_id: `${design}${build}`,
							design_id: design,
						}),
					),
				),
			),
		);
		service.onFile = (bytes, request, response) => {
			const luck = random();
			if (luck < 0.2) response.writeHead(500).end();
			else if (luck < 0.4) {
				response.writeHead(200, { "Content-Length": bytes.length });
				response.write(bytes.subarray(0, 500), () => response.destroy());
			} else if (luck < 0.5) serveFile(Buffer.alloc(bytes.length), request, response);
			else serveFile(bytes, request, response);
		};
		const choose = () => designs.flatMap((builds) => builds[Math.floor(random() * 4)] ?? []);
		// Five of the twelve fit, so that replacements have to make room for one another.
		const size = designs[0]?.[0]?.size ?? 0;
		const memoryLimit = plannedMemory("proximity", size) * 5;
		const agent = await fixture.startAgent({ memoryLimit }, { retryBaseMs: 1, retryMaxMs: 5 });
		for (let change = 0; change < 40; change++) {
			service.activate(...choose());
			const polls = service.polls.length;
			await agent.when(() => agent.memoryUsed <= memoryLimit);
			if (service.polls.length === polls) await new Promise((resolve) => service.once("poll", resolve));
		}
		const last = designs.flatMap((builds) => builds[1] ?? []);
		service.activate(...last);
		service.onFile = null;
		const wanted = last.map(({ deployment_id }) => deployment_id);
		const loaded = () => agent.snapshot.files.map(({ deployment }) => deployment.deploymentId);
		await agent.when(() => loaded().join() === wanted.join());
		expect(await codesAt(agent, PLACE.latitude, PLACE.longitude)).toEqual(["a2", "b2", "c2", "d2"]);
		await agent.stop();
		const files = last.map(({ digest }) => `${digest.slice("sha256:".length)}.tgt`);
		expect((await readdir(join(fixture.cacheDirectory, "files"))).sort()).toEqual(files.sort());
	});
});
