import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CacheUnusableError } from "@/lib/agent/cache-directory";
import { AgentFixture, codesAt } from "@/lib/agent/testing/agent-fixture";
import { mountSmallDisk, type SmallDisk } from "@/lib/agent/testing/small-disk";
import { audienceFileOf, proximityFile } from "@/lib/agent/testing/targeting-files";

const TOWER = { latitude: 48.8584, longitude: 2.2945, radius: 200 };
/** A pid above the system's maximum. */
const STALE_LOCK = JSON.stringify({ pid: 2 ** 22 + 1, started: null, token: "gone" });

let fixture: AgentFixture;
let disk: SmallDisk | null;

beforeEach(async (context) => {
	disk = await mountSmallDisk("size=4m");
	if (disk === null) return context.skip("mounting a small disk is not allowed here");
	fixture = await AgentFixture.create(disk.directory);
});

afterEach(async () => {
	if (disk === null) return;
	await fixture.stop();
	await disk.remove();
});

const at = (...path: string[]) => join(fixture.cacheDirectory, ...path);
const remount = (options: string) => disk?.remount(options);
/** About ten bytes per device. */
const fileOf = (code: string, devices: number) => audienceFileOf(code, randomBytes(16 * devices));
const tower = async () => fixture.service.row(await proximityFile({ tower: [TOWER] }), { deployment_id: "tower" });

/** Leaves the cache directory of an agent that was killed after loading this row. */
async function leaveKilled(row: Awaited<ReturnType<typeof tower>>): Promise<void> {
	fixture.service.activate(row);
	const first = await fixture.startAgent();
	await first.when(() => first.snapshot.files.length === 1);
	// The second poll proves that the desired state is stored.
	if (fixture.service.polls.length < 2) await once(fixture.service, "poll");
	await first.stop();
	await writeFile(at("lock"), STALE_LOCK);
}

/** Fills the disk. */
async function fill(name: string): Promise<void> {
	await writeFile(at(name), Buffer.alloc(5_000_000)).catch(() => undefined);
	await expect(writeFile(at("more"), "x")).rejects.toThrow("ENOSPC");
	await rm(at("more"));
}

describe("an agent with a full disk", () => {
	test("reports a file that does not fit without downloading it, loads others, and loads it once there is room", async () => {
		const { service } = fixture;
		const large = service.row(await fileOf("large", 600_000), { deployment_id: "large", type: "audience" });
		const small = service.row(await fileOf("small", 100_000), { deployment_id: "small", type: "audience" });
		service.activate(large, small);
		const agent = await fixture.startAgent();
		await agent.when(() => agent.snapshot.files.length === 1 && agent.deployments[0]?.state === "failed");
		expect(agent.snapshot.files[0]?.deployment.deploymentId).toBe("small");
		expect(agent.deployments[0]?.error).toMatch(
			/^the cache directory \/\S+ \(--cache or AGENT_CACHE\) is not usable: the disk lacks \d+ bytes for a file of 6\d{6} bytes$/,
		);
		expect(service.fileRequests).toHaveLength(1);
		remount("size=10m");
		await agent.when(() => agent.snapshot.files.length === 2);
	});

	test("loads one of two files that do not fit together", async () => {
		const { service } = fixture;
		const rows = await Promise.all(
			["one", "two"].map(async (id) => service.row(await fileOf(id, 250_000), { deployment_id: id, type: "audience" })),
		);
		service.activate(...rows);
		const agent = await fixture.startAgent();
		const failed = () => agent.deployments.find(({ state }) => state === "failed")?.error ?? "";
		await agent.when(() => agent.snapshot.files.length === 1 && failed().includes("the disk lacks"));
		remount("size=10m");
		await agent.when(() => agent.snapshot.files.length === 2);
		expect(agent.memoryUsed).toBe(rows.reduce((sum, { size }) => sum + size, 0));
	});

	test("removes partial downloads after a kill and serves again", async () => {
		await leaveKilled(await tower());
		await fill(join("files", `${"a".repeat(64)}.partial`));
		const agent = await fixture.startAgent();
		await agent.whenSynced();
		expect(await codesAt(agent, TOWER.latitude, TOWER.longitude)).toEqual(["tower"]);
		expect(await readdir(fixture.cacheDirectory)).toEqual(expect.arrayContaining(["lock"]));
	});

	test("filled by others serves from its cache after a restart, logs that, and resumes once there is room", async () => {
		const row = await tower();
		await leaveKilled(row);
		// The lock of the killed agent takes as much space as a new one.
		await rm(at("lock"));
		await fill("of-another-program");
		const agent = await fixture.startAgent();
		await agent.when(() => agent.snapshot.files.length === 1);
		expect(await codesAt(agent, TOWER.latitude, TOWER.longitude)).toEqual(["tower"]);
		const { service } = fixture;
		service.activate(row, service.row(await proximityFile({ new: [TOWER] }), { deployment_id: "new" }));
		await agent.when(() => agent.deployments[1]?.state === "failed");
		expect(agent.deployments[1]?.error).toMatch(/is not usable: ENOSPC/);
		expect(await readdir(fixture.cacheDirectory)).toEqual(
			expect.not.arrayContaining([expect.stringMatching(/^lock|\.new$/)]),
		);
		await truncate(at("of-another-program"), 1_000_000);
		await agent.when(() => agent.snapshot.files.length === 2);
		expect(await readdir(fixture.cacheDirectory)).toContain("lock");
	});

	test("and an empty cache cannot start", async () => {
		await fill("of-another-program");
		await expect(fixture.startAgent()).rejects.toThrow(CacheUnusableError);
	});
});

test("an agent on a read-only disk serves from its cache, also after a restart, and resumes once the disk is writable", async () => {
	const row = await tower();
	await leaveKilled(row);
	remount("ro");
	const agent = await fixture.startAgent();
	await agent.whenSynced();
	expect(await codesAt(agent, TOWER.latitude, TOWER.longitude)).toEqual(["tower"]);
	expect(fixture.log).toContainEqual({
		level: "warn",
		message: "serving from the cache directory, which is not writable",
		fields: { error: expect.stringContaining("EROFS: read-only file system") },
	});
	const { service } = fixture;
	service.activate(row, service.row(await proximityFile({ new: [TOWER] }), { deployment_id: "new" }));
	await agent.when(() => agent.deployments[1]?.state === "failed");
	expect(agent.deployments[1]?.error).toMatch(/^the cache directory .* is not usable: EROFS/);
	remount("rw");
	await agent.when(() => agent.snapshot.files.length === 2);
});
