import { join } from "node:path";
import { forgetListedDevices } from "@/lib/engine/audience/listed-devices";
import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/** Longer than an estimate, and than a build takes from its lease to opening its input. */
const GRACE_MS = 600_000;

/**
 * Drops the parts of replaced versions once nothing reads them: a build keeps the data it started
 * with, and longer work holds its version. Removes the files that no version names. Counts and
 * rejected rows stay. Returns the number of removed files.
 */
export async function sweepReplacedImports(service: Service, graceMs = GRACE_MS): Promise<number> {
	const { prisma } = service;
	const now = service.now();
	const replacedBefore = new Date(now.getTime() - graceMs);
	// The current import counts where none has a later time: processes agree to milliseconds only.
	// The update checks the lease again: it may have been renewed since.
	await prisma.$executeRaw`
		WITH replaced AS (
			SELECT i.id FROM inventory_imports i
			JOIN inventory_sources s ON s.id = i.source_id
			JOIN inventory_imports c ON c.id = s.current_import_id
			CROSS JOIN LATERAL (SELECT COALESCE(min(n.processed_at), c.processed_at) AS at FROM inventory_imports n
				WHERE n.source_id = i.source_id AND (n.processed_at, n.id) > (i.processed_at, i.id)) AS r
			WHERE i.swept_at IS NULL AND s.current_import_id <> i.id AND r.at < ${replacedBefore}
				AND (i.held_until IS NULL OR i.held_until < ${now})
				AND NOT EXISTS (SELECT 1 FROM builds b WHERE b.status = 'building' AND b.type = 'audience'
					AND b.started_at <= r.at + interval '1 minute')),
		swept AS (UPDATE inventory_imports SET swept_at = ${now} WHERE id IN (SELECT id FROM replaced)
			AND (held_until IS NULL OR held_until < ${now}) RETURNING id)
		DELETE FROM inventory_import_parts WHERE import_id IN (SELECT id FROM swept)`;
	const left = await prisma.inventoryPart.findMany({
		where: { imports: { none: {} } },
		select: { id: true, file_key: true },
	});
	for (const { id, file_key: fileKey } of left) {
		// Idempotent: after a crash between the two, the file is removed again.
		await service.files.remove(fileKey);
		await prisma.inventoryPart.deleteMany({ where: { id } });
	}
	const directory = service.files.directory();
	if (directory !== undefined && left.length > 0) {
		const paths = left.map(({ file_key: fileKey }) => join(directory, fileKey));
		await forgetListedDevices(paths, await service.files.workDirectory());
	}
	return left.length;
}

/** Sweeps at most every ten minutes. */
export const sweepReplacedImportsNowAndThen = nowAndThen((service) => sweepReplacedImports(service));
