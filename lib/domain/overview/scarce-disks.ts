import type { ScarceDisk } from "@/lib/contract/overview";
import { disks } from "@/lib/platform/files/disks";

/** The disks of this process on which something cannot be stored, or soon cannot. */
export function scarceDisks(): ScarceDisk[] {
	return disks().flatMap(({ directory, holds, freeBytes, totalBytes, room }) =>
		room === "enough" ? [] : [{ directory, holds: [...holds], free_bytes: freeBytes, total_bytes: totalBytes, room }],
	);
}
