import { findOptOut } from "@/lib/formats/find-opt-out";
import type { Service, Transaction } from "@/lib/platform/service";

/** The version of the list of opt-outs that applies; null before the first one. */
export function currentOptOuts(db: Transaction) {
	return db.optOutList.findFirst({ orderBy: { revision: "desc" } });
}

/** The local path of the list, for an evaluation; null for the empty one. */
export async function findOptOutsPath(service: Service): Promise<string | null> {
	const list = await currentOptOuts(service.prisma);
	return list?.file_key ? service.files.localPath(list.file_key) : null;
}

/** Whether a device is on the list. */
export async function hasOptedOut(service: Service, deviceId: string): Promise<boolean> {
	const path = await findOptOutsPath(service);
	return path !== null && findOptOut(path, deviceId);
}
