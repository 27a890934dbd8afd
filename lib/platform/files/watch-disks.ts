import { endRepeats, log } from "@/lib/platform/log";
import { type Disk, disks, megabytes, readDisks } from "./disks";

/** Repeats the warning for later readers of the log. */
const REPEAT_MS = 3_600_000;

const loggedAt = new Map<string, number>();

let looking: Promise<number> | undefined;

/**
 * A background job: checks the disks that this process writes to, and logs when one gets full or
 * has room again, repeated hourly. Every write that fails for lack of room runs it as well. Returns
 * 0.
 */
export function watchDisks(): Promise<number> {
	looking ??= look().finally(() => {
		looking = undefined;
	});
	return looking;
}

async function look(): Promise<number> {
	const before = disks();
	for (const disk of await readDisks()) {
		const was = before.find(({ directory }) => directory === disk.directory)?.room ?? "enough";
		const at = performance.now();
		const again = disk.room !== "enough" && at - (loggedAt.get(disk.directory) ?? at) >= REPEAT_MS;
		if (disk.room === was && !again) continue;
		loggedAt.set(disk.directory, at);
		logDisk(disk);
	}
	return 0;
}

function logDisk({ directory, holds, freeBytes, totalBytes, room }: Disk): void {
	const about = { directory, holds, mb_left: megabytes(freeBytes), mb_size: megabytes(totalBytes) };
	if (room === "enough") {
		endRepeats();
		log.warn(about, "a disk has room again");
	} else if (room === "little") log.warn(about, "a disk is nearly full: free some space soon");
	else log.error(about, "a disk is full: free some space, because nothing can be stored there");
}
