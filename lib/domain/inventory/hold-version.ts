import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";
import { loadVersion, type Version } from "./load-version";

/** A process that died holds a version no longer than this; one that works renews it. */
const LEASE_MS = 120_000;

/**
 * Gives the current version of a source to work that writes its files again or compares with them,
 * and has the sweep keep them until that ends, however long it takes. Null before the first import.
 */
export async function holdVersion<T>(
	service: Service,
	sourceId: string,
	use: (version: Version | null) => Promise<T>,
): Promise<T> {
	// The sweep spares versions that were current a moment ago.
	const version = await loadVersion(service.prisma, sourceId);
	if (version === null) return use(null);
	await hold(service, version.id);
	const renewal = setInterval(() => {
		hold(service, version.id).catch((error: unknown) => {
			logFailure(error, "data that are being read could not be held", { source_id: sourceId });
		});
	}, LEASE_MS / 3);
	try {
		return await use(version);
	} finally {
		clearInterval(renewal);
	}
}

/** Never shortens the hold, which others may have, too. */
async function hold({ prisma, now }: Service, id: string): Promise<void> {
	const heldUntil = new Date(now().getTime() + LEASE_MS);
	await prisma.inventoryImport.updateMany({
		where: { id, OR: [{ held_until: null }, { held_until: { lt: heldUntil } }] },
		data: { held_until: heldUntil },
	});
}
