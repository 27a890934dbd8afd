import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openCacheDirectory } from "@/lib/agent/cache-directory";
import { CacheInUseError, lockCacheDirectory } from "@/lib/agent/cache-lock";

/** The lock of a process that has ended. */
const STALE = JSON.stringify({ pid: 2 ** 22 + 1, started: null, token: "gone" });

let directory = "";

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "agent-cache-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

describe("lockCacheDirectory", () => {
	test("a second agent gets an error that names the holder, until the first releases the directory", async () => {
		const release = await lockCacheDirectory(directory);
		await expect(lockCacheDirectory(directory)).rejects.toThrow(CacheInUseError);
		await expect(lockCacheDirectory(directory)).rejects.toThrow(`process id ${process.pid}`);
		await release();
		await (await lockCacheDirectory(directory))();
		expect(await readdir(directory)).toEqual([]);
	});

	test("exactly one of several concurrent agents gets it, also over a stale lock", async () => {
		await writeFile(join(directory, "lock"), STALE);
		const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockCacheDirectory(directory)));
		expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
	});

	test.each([
		["a process that has ended", { pid: 2 ** 22 + 1, started: null, token: "x" }],
		["an earlier process with the same pid", { pid: process.pid, started: null, token: "x" }],
	])("takes over the lock of %s", async (_name, holder) => {
		await writeFile(join(directory, "lock"), JSON.stringify(holder));
		const release = await lockCacheDirectory(directory);
		expect(JSON.parse(await readFile(join(directory, "lock"), "utf8")).token).not.toBe("x");
		await release();
	});

	test.each([
		["long ago", -60_000],
		["in the future, because the clock was set back", 3_600_000],
	])("takes over a stale lock whose takeover by another was interrupted %s", async (_name, ago) => {
		await writeFile(join(directory, "lock"), STALE);
		const guard = join(directory, "lock.takeover");
		await mkdir(guard);
		const began = new Date(Date.now() + ago);
		await utimes(guard, began, began);
		await (await lockCacheDirectory(directory))();
		expect(await readdir(directory)).toEqual([]);
	});

	test("waits while another takes a stale lock over, then gets the directory", async () => {
		const guard = join(directory, "lock.takeover");
		await writeFile(join(directory, "lock"), STALE);
		await mkdir(guard);
		await expect(lockCacheDirectory(directory)).rejects.toThrow("is contended by several agents");
		expect(await readFile(join(directory, "lock"), "utf8")).toBe(STALE);
		const taken = lockCacheDirectory(directory);
		await rm(guard, { recursive: true });
		await (await taken)();
	});

	test("takes over a partially written lock file", async () => {
		await writeFile(join(directory, "lock"), '{"pid":');
		await (await lockCacheDirectory(directory))();
		expect(await readdir(directory)).toEqual([]);
	});

	test.runIf(process.platform === "linux")(
		"distinguishes the holder from a later process with the same pid",
		async () => {
			const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log('up')"]);
			try {
				await once(child.stdout, "data");
				const holder = (started: string | null) => JSON.stringify({ pid: child.pid, started, token: "x" });
				await writeFile(join(directory, "lock"), holder(null));
				await expect(lockCacheDirectory(directory)).rejects.toThrow(`process id ${child.pid}`);
				await writeFile(join(directory, "lock"), holder("another boot:1"));
				await (await lockCacheDirectory(directory))();
			} finally {
				child.kill("SIGKILL");
			}
		},
	);

	test.runIf(process.platform === "linux")(
		"takes over from a killed agent that its parent has not reaped",
		async () => {
			const parent = spawn("sh", ["-c", "sleep 3600 & echo $!; exec sleep 3600"]);
			try {
				const pid = Number(String((await once(parent.stdout, "data"))[0]));
				const fields = async () => (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
				const boot = (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
				const holder = JSON.stringify({ pid, started: `${boot}:${(await fields())[19]}`, token: "x" });
				await writeFile(join(directory, "lock"), holder);
				await expect(lockCacheDirectory(directory)).rejects.toThrow(`process id ${pid}`);
				process.kill(pid, "SIGKILL");
				await expect.poll(async () => (await fields())[0]).toBe("Z");
				await (await lockCacheDirectory(directory))();
			} finally {
				parent.kill("SIGKILL");
			}
		},
	);
});

describe("openCacheDirectory", () => {
	test("keeps the instance id and the desired state, for the same server and key only", async () => {
		const first = await openCacheDirectory(directory, "http://a", "key");
		await first.remember({ etag: '"1"', body: { response: { data: [] } } });
		await first.close();

		const again = await openCacheDirectory(directory, "http://a", "key");
		expect(again.instanceId).toBe(first.instanceId);
		expect(await again.recall()).toEqual({ etag: '"1"', body: { response: { data: [] } } });
		await again.close();

		const other = await openCacheDirectory(directory, "http://a", "another key");
		expect(await other.recall()).toBeNull();
		await other.close();
	});

	test("writes the key nowhere", async () => {
		const cache = await openCacheDirectory(directory, "http://a", "very-secret-key");
		await cache.remember({ etag: null, body: {} });
		for (const name of ["desired.json", "instance-id", "lock"])
			expect(await readFile(join(directory, name), "utf8")).not.toContain("very-secret-key");
		await cache.close();
	});

	test("ignores a damaged state file", async () => {
		const cache = await openCacheDirectory(directory, "http://a", "key");
		await writeFile(join(directory, "desired.json"), "{");
		expect(await cache.recall()).toBeNull();
		await cache.close();
	});

	test("discards the files of other digests", async () => {
		const cache = await openCacheDirectory(directory, "http://a", "key");
		for (const name of ["aa.tgt", "bb.partial", "cc.tgt"]) await writeFile(join(directory, "files", name), "");
		await cache.discardUnless((sha256) => sha256 === "aa");
		expect(await readdir(join(directory, "files"))).toEqual(["aa.tgt"]);
		await cache.close();
	});
});
