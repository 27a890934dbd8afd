import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory that is a disk of its own. */
export interface SmallDisk {
	readonly directory: string;
	/** False where this process may mount none: then it is a directory like any other. */
	readonly isMounted: boolean;
	/** Mounts it anew with other options of tmpfs, such as `ro`; what it holds stays. */
	remount(options: string): void;
	remove(): void;
}

/** Mounts a disk with so much room. */
export function mountSmallDisk(megabytes: number): SmallDisk {
	const directory = mkdtempSync(join(tmpdir(), "small-disk-"));
	const isMounted = mounts(directory, megabytes);
	const remount = (options: string) => void execFileSync("mount", ["-o", `remount,${options}`, directory]);
	const remove = () => {
		if (isMounted) execFileSync("umount", [directory]);
		rmSync(directory, { recursive: true, force: true });
	};
	return { directory, isMounted, remount, remove };
}

function mounts(directory: string, megabytes: number): boolean {
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", directory], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}
