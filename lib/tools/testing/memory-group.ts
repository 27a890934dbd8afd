import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A control group of the kernel, below the one of this process, whose members have a limit of memory together. */
export interface MemoryGroup {
	/** A process that writes its id into this file is a member. */
	readonly members: string;
	/** How often members wanted more than there is. */
	wanted(): Promise<number>;
	/** How many members were ended for want of memory. */
	ended(): Promise<number>;
	/** The most that members have had together, files that the kernel keeps at hand included, in MB. */
	peak(): Promise<number>;
	/** After the end of its members. */
	remove(): Promise<void>;
}

const MEGABYTE = 1_048_576;
/** The kernel counts a member for a moment after its end. */
const ATTEMPTS = 100;

/**
 * Makes a group by cgroup v1 or v2.
 * @returns null where this process may not: it needs root, and on v2 a delegated group
 */
export async function makeMemoryGroup(megabytes: number): Promise<MemoryGroup | null> {
	const groups = await readFile("/proc/self/cgroup", "utf8").catch(() => "");
	const [, own] = /^\d+:memory:(.*)$/m.exec(groups) ?? [];
	const [, unified = "/"] = /^0::(.*)$/m.exec(groups) ?? [];
	const parent = own === undefined ? join("/sys/fs/cgroup", unified) : join("/sys/fs/cgroup/memory", own);
	const group = join(parent, `targeting-${randomUUID()}`);
	const limit = join(group, own === undefined ? "memory.max" : "memory.limit_in_bytes");
	const count = async (file: string, line: RegExp) =>
		Number(line.exec(await readFile(join(group, file), "utf8"))?.[1] ?? 0);
	try {
		await mkdir(group);
		if (!existsSync(limit)) throw new Error("the controller of memory is not delegated");
		await writeFile(limit, String(megabytes * MEGABYTE));
	} catch {
		await rmdir(group).catch(() => undefined);
		return null;
	}
	const isUnified = own === undefined;
	return {
		members: join(group, "cgroup.procs"),
		wanted: () => (isUnified ? count("memory.events", /^max (\d+)$/m) : count("memory.failcnt", /(\d+)/)),
		ended: () => count(isUnified ? "memory.events" : "memory.oom_control", /^oom_kill (\d+)$/m),
		peak: async () =>
			Math.round((await count(isUnified ? "memory.peak" : "memory.max_usage_in_bytes", /(\d+)/)) / MEGABYTE),
		remove: async () => {
			for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
				const isGone = await rmdir(group).then(
					() => true,
					() => false,
				);
				if (isGone) return;
				await delay(50);
			}
		},
	};
}
