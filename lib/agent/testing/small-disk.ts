import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory that is a disk of its own. */
export interface SmallDisk {
	readonly directory: string;
	/** Mounts it anew with other options of tmpfs, such as `size=1m` or `ro`; what it holds stays. */
	remount(options: string): void;
	remove(): Promise<void>;
}

/** Mounts a disk with options of tmpfs; null where mounting is not allowed. */
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
