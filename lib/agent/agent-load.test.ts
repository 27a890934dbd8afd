import { randomFillSync } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import { AgentFixture, ask, codesAt } from "@/lib/agent/testing/agent-fixture";
import { audienceFileOf, proximityFile } from "@/lib/agent/testing/targeting-files";
import { serveFile } from "@/lib/agent/testing/targeting-service";
import { type HeldThread, holdThreads, threadThat } from "@/lib/agent/testing/thread-scripts";
import { openTargetingFile, type ProximityFilter } from "@/lib/formats/open";
import { plannedMemory } from "@/lib/formats/planned-memory";

const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
const LARGE_DEVICES = 3_000_000;

let fixture: AgentFixture;
let held: HeldThread;

beforeEach(async () => {
	fixture = await AgentFixture.create();
	held = await holdThreads(fixture.cacheDirectory);
});

afterEach(async () => {
	await fixture.stop();
	await held.stop();
});

/** A deployment of the single design of these tests, with a circle at the tower. */
async function build(code: string) {
	return fixture.service.row(await proximityFile({ [code]: [TOWER] }), { deployment_id: code, design_id: "design" });
}

const codes = (agent: Parameters<typeof codesAt>[0]) => codesAt(agent, TOWER.latitude, TOWER.longitude);
const messages = () => fixture.log.map(({ message }) => message);

describe("while a file is loaded", () => {
	test("lookups are served, from the first byte to the swap", async () => {
		const { service } = fixture;
		const ids = randomFillSync(Buffer.alloc(16 * LARGE_DEVICES));
		const large = service.row(await audienceFileOf("gym", ids), { deployment_id: "large", type: "audience" });
		expect(large.size).toBeGreaterThan(30e6);
		const small = await build("small");
		service.activate(small);
		const agent = await fixture.startAgent();
		await agent.when(() => agent.snapshot.files.length === 1);

		service.activate(small, large);
		let duringLoad = 0;
		while (agent.snapshot.files.length === 1) {
			expect(await codes(agent)).toEqual(["small"]);
			if (agent.deployments[1]?.state === "downloading") duringLoad++;
		}
		expect(duringLoad).toBeGreaterThan(0);
		expect(agent.deployments[1]?.state).toBe("loaded");
		const device = ids.subarray(16 * (LARGE_DEVICES - 1)).toString("hex");
		expect(await ask(agent, `/geopulse/audience/sets?user-id=${device}`)).toMatchObject([{ targetingCode: "gym" }]);
	});

	test("the serving thread does none of the work: it answers while the file thread is blocked", async () => {
		const { service } = fixture;
		const agent = await fixture.startAgent({}, {}, held.script);
		service.activate(await build("tower"));
		expect(await held.waiting(1)).toEqual(["read"]);
		expect(await codes(agent)).toEqual([]);
		expect(agent.deployments).toMatchObject([{ state: "downloading", file: null }]);
		held.release();
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(await codes(agent)).toEqual(["tower"]);
	});

	test("a verified file is not verified again on the serving thread", async () => {
		// It passes a damaged file as verified, which a second verification would detect.
		const bytes = await proximityFile({ tower: [TOWER] });
		const { circles, masks } = (openTargetingFile(bytes) as ProximityFilter).shortcuts;
		const shared = await threadThat(
			fixture.cacheDirectory,
			`import { readFileSync } from "node:fs";
			import { parentPort, workerData } from "node:worker_threads";
			const file = readFileSync(workerData.fileJob.path);
			const bytes = new Uint8Array(new SharedArrayBuffer(file.length));
			bytes.set(file);
			bytes[bytes.length - 1] = 1;
			const shared = (numbers) => {
				const copy = new numbers.constructor(new SharedArrayBuffer(numbers.byteLength));
				copy.set(numbers);
				return copy;
			};
			const circles = { numbers: shared(Float32Array.of(${circles.numbers})), setBits: ${circles.setBits} };
			const shortcuts = { chainBounds: shared(new Float64Array()), circles, masks: shared(Int32Array.of(${masks})) };
			parentPort.postMessage({ verified: { kind: "proximity", bytes, shortcuts } });`,
		);
		fixture.service.activate(fixture.service.row(bytes, { deployment_id: "p" }));
		const agent = await fixture.startAgent({}, {}, shared);
		await agent.when(() => agent.deployments[0]?.state === "loaded");
		expect(await codes(agent)).toEqual(["tower"]);
	});

	test("a stop does not wait for it", async () => {
		const agent = await fixture.startAgent({}, {}, held.script);
		fixture.service.activate(await build("tower"));
		await held.waiting(1);
		await agent.stop();
		expect(messages()).not.toContain("targeting file loaded");
	});

	test("a deployment that is no longer desired gives way to the next file", async () => {
		const { service } = fixture;
		const agent = await fixture.startAgent({}, {}, held.script);
		service.activate(await build("first"));
		await held.waiting(1);
		service.activate({ ...(await build("second")), design_id: "another" });
		await held.waiting(2);
		held.release();
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(await codes(agent)).toEqual(["second"]);
	});

	test("files are read one at a time", async () => {
		const { service } = fixture;
		const rows = await Promise.all(["a", "b", "c"].map(async (code) => ({ ...(await build(code)), design_id: code })));
		const agent = await fixture.startAgent({}, {}, held.script);
		service.activate(...rows);
		await agent.when(() => agent.deployments.length === 3);
		while (service.fileRequests.length < 3) await new Promise((resolve) => service.once("file", resolve));
		expect(await held.waiting(1)).toHaveLength(1);
		held.release();
		await agent.when(() => agent.snapshot.files.length === 3);
		expect(await held.waiting(3)).toEqual(["read", "read", "read"]);
	});
});

test("a file comes from the service once the file store had other bytes", async () => {
	const store = createServer((request, response) => serveFile(Buffer.alloc(row.size, 7), request, response));
	const { service } = fixture;
	const row = await build("tower");
	service.store = await listen(store, "127.0.0.1", 0);
	service.activate(row);
	const agent = await fixture.startAgent();
	await agent.when(() => agent.snapshot.files.length === 1);
	expect(service.fileRequests).toHaveLength(1);
	const error = expect.stringContaining("SHA-256");
	expect(fixture.log).toContainEqual(expect.objectContaining({ fields: { store: service.store, error, for_s: 600 } }));
	await closeServer(store, 0);
});

describe("a file that needs its predecessor's memory", () => {
	/** An agent with memory for one of two builds, the first of them loaded. */
	async function oneOfTwo(threadScript?: URL) {
		const [old, next] = [await build("old"), await build("new")];
		const agent = await fixture.startAgent(
			{ memoryLimit: old.size + plannedMemory("proximity", next.size) },
			{},
			threadScript,
		);
		fixture.service.activate(old);
		await agent.when(() => agent.snapshot.files.length === 1);
		const gaps: number[] = [];
		agent.on("change", () => gaps.push(agent.snapshot.files.length === 0 ? 1 : 0));
		return { agent, next, gaps };
	}

	test("is verified before the predecessor is unloaded: an invalid one does not interrupt lookups", async () => {
		const { service } = fixture;
		const { agent, next, gaps } = await oneOfTwo();
		service.onFile = (bytes, request, response) => serveFile(Buffer.alloc(bytes.length, 7), request, response);
		service.activate(next);
		await agent.when(() => agent.deployments[0]?.state === "failed");
		expect(agent.deployments[0]?.error).toMatch(/SHA-256/);
		expect(await codes(agent)).toEqual(["old"]);
		expect(gaps).not.toContain(1);
		expect(messages()).not.toContain("unloaded before its successor to make room");

		service.onFile = null;
		await agent.when(() => agent.snapshot.files[0]?.deployment.deploymentId === "new");
		expect(await codes(agent)).toEqual(["new"]);
		expect(gaps).toContain(1);
	});

	test("is verified beyond its digest", async () => {
		const { agent, gaps } = await oneOfTwo();
		const odd = Buffer.alloc((await build("new")).size, 7);
		fixture.service.activate(fixture.service.row(odd, { deployment_id: "odd", design_id: "design" }));
		await agent.when(() => agent.deployments[0]?.state === "failed");
		expect(agent.deployments[0]?.error).toBe("this is not a targeting file");
		expect(await codes(agent)).toEqual(["old"]);
		expect(gaps).not.toContain(1);
	});

	test("loads at once when memory has become free", async () => {
		held.release();
		const { agent, next } = await oneOfTwo(held.script);
		fixture.service.activate({ ...next, design_id: "another" });
		await agent.when(() => agent.snapshot.files[0]?.deployment.deploymentId === "new");
		expect(await held.waiting(2)).toEqual(["read", "read"]);
	});
});

describe("a thread that exits early", () => {
	test("fails the attempt of its deployment, and others load", async () => {
		const { service } = fixture;
		const bad = { ...(await build("bad")), design_id: "bad" };
		const good = { ...(await build("good")), design_id: "good" };
		const sha256 = bad.digest.slice("sha256:".length);
		const script = await threadThat(
			fixture.cacheDirectory,
			`import { existsSync } from "node:fs";
			import { workerData } from "node:worker_threads";
			const well = existsSync(${JSON.stringify(join(fixture.cacheDirectory, "well"))});
			if (workerData.fileJob.sha256 === "${sha256}" && !well) process.exit(9);
			await import("${await agentBundle()}");`,
		);
		service.activate(bad, good);
		const agent = await fixture.startAgent({}, {}, script);
		await agent.when(() => agent.snapshot.files.length === 1 && agent.deployments[0]?.state === "failed");
		expect(await codes(agent)).toEqual(["good"]);
		expect(agent.deployments[0]?.error).toContain("ended with status 9 before it was done");

		// The file is not at fault, so the next attempt uses it again.
		expect(await readdir(join(fixture.cacheDirectory, "files"))).toContain(`${sha256}.partial`);
		await writeFile(join(fixture.cacheDirectory, "well"), "");
		await agent.when(() => agent.snapshot.files.length === 2);
		expect(await codes(agent)).toEqual(["bad", "good"]);
		expect(service.fileRequests).toHaveLength(2);
	});

	test("keeps the file when memory is short", async () => {
		const row = await build("tower");
		const script = await threadThat(
			fixture.cacheDirectory,
			`import { existsSync } from "node:fs";
			import { parentPort } from "node:worker_threads";
			if (existsSync(${JSON.stringify(join(fixture.cacheDirectory, "well"))})) await import("${await agentBundle()}");
			else parentPort.postMessage({ refused: { problem: "out_of_memory", message: "too large for now" } });`,
		);
		fixture.service.activate(row);
		const agent = await fixture.startAgent({}, {}, script);
		await agent.when(() => agent.deployments[0]?.state === "failed");
		expect(agent.deployments[0]?.error).toBe("too large for now");
		await writeFile(join(fixture.cacheDirectory, "well"), "");
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(fixture.service.fileRequests).toHaveLength(1);
	});
});
