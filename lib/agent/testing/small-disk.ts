import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory on its own small disk. */
export interface SmallDisk {
	readonly directory: string;
	/** Remounts it with other tmpfs options, such as `size=1m` or `ro`; keeps its files. */
	remount(options: string): void;
	remove(): Promise<void>;
}

/** Mounts a tmpfs with these options; null where mounting is not allowed. */
export async function mountSmallDisk(options: string): Promise<SmallDisk | null> {
	const directory = await mkdtemp(join(tmpdir(), "agent-disk-"));
	const mount = (given: string) =>
		execFileSync("mount", ["-t", "tmpfs", "-o", given, "tmpfs", directory], { stdio: "ignore" });
	try {
		mount(options);
	} catch {
		await rm(directory, { recursive: true });
		return null;
	}
	return {
		directory,
		remount: (given) => mount(`remount,${given}`),
		remove: async () => {
			execFileSync("umount", [directory]);
			await rm(directory, { recursive: true });
		},
	};
}
