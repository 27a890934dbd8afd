import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** Where Linux keeps control groups of memory, in version 2 and 1, and what their files are called. */
const KINDS = [
	{
		at: "/sys/fs/cgroup",
		proof: "cgroup.controllers",
		limit: "memory.max",
		peak: "memory.peak",
		ends: "memory.events",
	},
	{
		...{ at: "/sys/fs/cgroup/memory", proof: "memory.limit_in_bytes", limit: "memory.limit_in_bytes" },
		...{ peak: "memory.max_usage_in_bytes", ends: "memory.oom_control" },
	},
] as const;

/** A part of this machine with little memory: what takes more of it is ended by the kernel. */
export interface SmallMachine {
	/** The file in which a process writes its id to be within. */
	readonly processes: string;
	/** The most that its processes have had together, files that the kernel keeps at hand included, in bytes. */
	peak(): Promise<number>;
	/** How many processes were ended for want of memory. */
	ended(): Promise<number>;
	/** After the end of its processes. */
	close(): Promise<void>;
}

/** Makes one; null where this account may make none. */
export async function openSmallMachine(bytes: number): Promise<SmallMachine | null> {
	const kind = KINDS.find(({ at, proof }) => existsSync(join(at, proof)));
	if (kind === undefined) return null;
	const directory = join(kind.at, `targeting-${process.pid}-${randomUUID()}`);
	try {
		await mkdir(directory);
		await writeFile(join(directory, kind.limit), String(bytes));
	} catch {
		await rmdir(directory).catch(() => undefined);
		return null;
	}
	const read = (file: string) => readFile(join(directory, file), "utf8");
	return {
		processes: join(directory, "cgroup.procs"),
		peak: async () => Number(await read(kind.peak)),
		ended: async () => Number(/^oom_kill (\d+)$/m.exec(await read(kind.ends))?.[1] ?? 0),
		// What has ended leaves it only a moment later.
		close: () => expect(() => rmdir(directory)).toPass(),
	};
}
