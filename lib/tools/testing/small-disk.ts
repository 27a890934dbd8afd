import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory that is a separate disk. */
export interface SmallDisk {
	readonly directory: string;
	/** False where this process may not mount: then it is an ordinary directory. */
	readonly isMounted: boolean;
	/** Mounts it again with other options of tmpfs, such as `ro`, and the same contents. */
	remount(options: string): void;
	remove(): void;
}

/** Mounts a disk of a given size below `base`. */
export function mountSmallDisk(megabytes: number, base = tmpdir()): SmallDisk {
	const directory = mkdtempSync(join(base, "small-disk-"));
	const isMounted = mounts(directory, megabytes);
	const remount = (options: string) => void execFileSync("mount", ["-o", `remount,${options}`, directory]);
	const remove = () => {
		process.off("exit", remove);
		// Lazily, because a process that was just killed may still hold a file.
		if (isMounted) execFileSync("umount", ["-l", directory]);
		rmSync(directory, { recursive: true, force: true });
	};
	process.once("exit", remove);
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
