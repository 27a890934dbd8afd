import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";

/** Longer than an estimate runs, or than a build takes from its claim to reading which file it will evaluate. */
const GRACE_MS = 600_000;

/**
 * Removes the files of imports that a later one has replaced, once no build reads them: one that began before its source was
 * switched over goes on with what it began with. Counts and refused rows stay. Gives the number of files.
 */
export async function sweepReplacedImports(service: Service): Promise<number> {
	const { prisma } = service;
	const now = service.now();
	const replacedBefore = new Date(now.getTime() - GRACE_MS);
	// By a clock that was set back since, none was processed later: then the current one tells. A build that seems to begin later began before, too.
	const replaced = await prisma.$queryRaw<{ id: string; fileKey: string }[]>`
		SELECT i.id, i.file_key AS "fileKey" FROM inventory_imports i
		JOIN inventory_sources s ON s.id = i.source_id
		JOIN inventory_imports c ON c.id = s.current_import_id
		CROSS JOIN LATERAL (SELECT COALESCE(min(n.processed_at), c.processed_at) AS at FROM inventory_imports n
			WHERE n.source_id = i.source_id AND (n.processed_at, n.id) > (i.processed_at, i.id)) AS r
		WHERE i.swept_at IS NULL AND s.current_import_id <> i.id AND r.at < ${replacedBefore}
			AND NOT EXISTS (SELECT 1 FROM builds b WHERE b.status = 'building' AND b.type = 'audience'
				AND (b.started_at <= r.at + interval '1 minute' OR b.started_at > ${now}))`;
	for (const { id, fileKey } of replaced) {
		// A process that dies between the two removes it again: that is no error.
		await service.files.remove(fileKey);
		await prisma.inventoryImport.update({ where: { id }, data: { sweptAt: service.now() }, select: { id: true } });
	}
	return replaced.length;
}

/** The same when it has not been done for ten minutes. */
export const sweepReplacedImportsNowAndThen = nowAndThen(sweepReplacedImports);
