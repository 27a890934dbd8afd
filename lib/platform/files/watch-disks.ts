import { log } from "@/lib/platform/log";
import { type Disk, disks, lookAtDisks, megabytes } from "./disks";

/** Who comes to the log later finds it too. */
const SAY_AGAIN_MS = 3_600_000;

const saidAt = new Map<string, number>();

/**
 * A duty: looks at the disks that this process writes to, and says in the log when one gets full or has room again; in between once
 * an hour. Gives 0, as nothing was to be done.
 */
export async function watchDisks({ now }: { now(): Date }): Promise<number> {
	const before = disks();
	for (const disk of await lookAtDisks()) {
		const was = before.find(({ directory }) => directory === disk.directory)?.room ?? "enough";
		const at = now().getTime();
		const again = disk.room !== "enough" && at - (saidAt.get(disk.directory) ?? at) >= SAY_AGAIN_MS;
		if (disk.room === was && !again) continue;
		saidAt.set(disk.directory, at);
		say(disk);
	}
	return 0;
}

function say({ directory, holds, freeBytes, totalBytes, room }: Disk): void {
	const about = { directory, holds, mb_left: megabytes(freeBytes), mb_size: megabytes(totalBytes) };
	if (room === "enough") log.warn(about, "a disk has room again");
	else if (room === "little") log.warn(about, "a disk is nearly full: make room before nothing can be stored");
	else log.error(about, "a disk is full: nothing that needs room there can be stored until there is some");
}
