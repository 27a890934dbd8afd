import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/** Longer than an estimate, and than a build takes from its lease to opening its input. */
const GRACE_MS = 600_000;

/**
 * Removes files of replaced imports once no build reads them: a build keeps the data it started
 * with. Counts and rejected rows stay. Returns the number of files.
 */
export async function sweepReplacedImports(service: Service): Promise<number> {
	const { prisma } = service;
	const replacedBefore = new Date(service.now().getTime() - GRACE_MS);
	// The current import counts where none has a later time: processes agree to milliseconds only.
	const replaced = await prisma.$queryRaw<{ id: string; fileKey: string }[]>`
		SELECT i.id, i.file_key AS "fileKey" FROM inventory_imports i
		JOIN inventory_sources s ON s.id = i.source_id
		JOIN inventory_imports c ON c.id = s.current_import_id
		CROSS JOIN LATERAL (SELECT COALESCE(min(n.processed_at), c.processed_at) AS at FROM inventory_imports n
			WHERE n.source_id = i.source_id AND (n.processed_at, n.id) > (i.processed_at, i.id)) AS r
		WHERE i.swept_at IS NULL AND s.current_import_id <> i.id AND r.at < ${replacedBefore}
			AND NOT EXISTS (SELECT 1 FROM builds b WHERE b.status = 'building' AND b.type = 'audience'
				AND b.started_at <= r.at + interval '1 minute')`;
	for (const { id, fileKey } of replaced) {
		// Idempotent: after a crash between the two, the file is removed again.
		await service.files.remove(fileKey);
		await prisma.inventoryImport.update({ where: { id }, data: { sweptAt: service.now() }, select: { id: true } });
	}
	return replaced.length;
}

/** Sweeps at most every ten minutes. */
export const sweepReplacedImportsNowAndThen = nowAndThen(sweepReplacedImports);
