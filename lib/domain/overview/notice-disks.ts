import { hostname } from "node:os";
import { noteStates } from "@/lib/domain/audit/note-states";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { serviceEvent } from "@/lib/domain/audit/service-event";
import { transact } from "@/lib/platform/db/transact";
import { disks, megabytes } from "@/lib/platform/files/disks";
import type { Service } from "@/lib/platform/service";

/**
 * Records that a disk of this machine is nearly full, once until it has room again.
 * @returns the number of events
 */
export async function noticeDisks(service: Service): Promise<number> {
	const host = hostname();
	const found = new Map(disks().map((disk) => [`disk ${host} ${disk.directory}`, disk]));
	if (found.size === 0) return 0;
	return transact(service.prisma, async (tx) => {
		const reports = [...found].map(([subject, { room }]) => ({ subject, bad: room !== "enough" }));
		const turned = (await noteStates(service, tx, reports)).filter(({ bad }) => bad);
		for (const { subject } of turned) {
			const disk = found.get(subject);
			if (disk === undefined) continue;
			const reason = `${megabytes(disk.freeBytes)} MB of ${megabytes(disk.totalBytes)} MB are left on ${host}.`;
			await recordEvent(
				service,
				tx,
				{ system: "check of the disks" },
				serviceEvent("disk_low", disk.directory, reason),
			);
		}
		return turned.length;
	});
}
