import { existsSync } from "node:fs";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A control group of the kernel, below the one of this process, whose members have a limit of memory together. */
export interface MemoryGroup {
	/** A process that writes its id into this file is a member. */
	readonly members: string;
	/** How often members wanted more than there is. */
	wanted(): Promise<number>;
	remove(): Promise<void>;
}

/**
 * Makes a group by cgroup v1 or v2.
 * @returns null where this process may not: it needs root, and on v2 a delegated group
 */
export async function makeMemoryGroup(megabytes: number): Promise<MemoryGroup | null> {
	const [, own] = /^\d+:memory:(.*)$/m.exec(await readFile("/proc/self/cgroup", "utf8").catch(() => "")) ?? [];
	const [, unified = "/"] = /^0::(.*)$/m.exec(await readFile("/proc/self/cgroup", "utf8").catch(() => "")) ?? [];
	const parent = own === undefined ? join("/sys/fs/cgroup", unified) : join("/sys/fs/cgroup/memory", own);
	const group = join(parent, `targeting-bench-${process.pid}`);
	const limit = join(group, own === undefined ? "memory.max" : "memory.limit_in_bytes");
	const remove = () => rmdir(group).catch(() => undefined);
	try {
		await mkdir(group);
		if (!existsSync(limit)) throw new Error("the controller of memory is not delegated");
		await writeFile(limit, String(megabytes * 1_048_576));
	} catch {
		await remove();
		return null;
	}
	const wanted = async () => {
		if (own !== undefined) return Number(await readFile(join(group, "memory.failcnt"), "utf8"));
		const [, count = 0] = /^max (\d+)$/m.exec(await readFile(join(group, "memory.events"), "utf8")) ?? [];
		return Number(count);
	};
	return { members: join(group, "cgroup.procs"), wanted, remove: async () => void (await remove()) };
}
