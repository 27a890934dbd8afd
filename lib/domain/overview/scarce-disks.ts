import type { ScarceDisk } from "@/lib/contract/overview";
import { disks } from "@/lib/platform/files/disks";

/** The disks of this process that are full or nearly full. */
export function scarceDisks(): ScarceDisk[] {
	return disks().flatMap(({ directory, holds, freeBytes, totalBytes, room }) =>
		room === "enough" ? [] : [{ directory, holds: [...holds], free_bytes: freeBytes, total_bytes: totalBytes, room }],
	);
}
