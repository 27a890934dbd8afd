import type { Service } from "@/lib/platform/service";

/** Longer than an estimate, and than a build takes from its lease to opening the list. */
const GRACE_MS = 3_600_000;

/**
 * Removes files of replaced lists of opt-outs, so that nothing is kept of an id that was removed.
 * Returns the number of files.
 */
export async function sweepReplacedLists(service: Service): Promise<number> {
	const { prisma } = service;
	const before = new Date(service.now().getTime() - GRACE_MS);
	const replaced = await prisma.$queryRaw<{ id: string; file_key: string }[]>`
		SELECT l.id, l.file_key FROM opt_out_lists l JOIN opt_out_lists n ON n.revision = l.revision + 1
		WHERE l.swept_at IS NULL AND l.file_key IS NOT NULL AND n.changed_at < ${before}
			AND NOT EXISTS (SELECT 1 FROM builds b WHERE b.status = 'building' AND b.type = 'audience'
				AND b.started_at <= n.changed_at + interval '1 minute')`;
	for (const { id, file_key: fileKey } of replaced) {
		// Idempotent: after a crash between the two, the file is removed again.
		await service.files.remove(fileKey);
		await prisma.optOutList.update({ where: { id }, data: { swept_at: service.now() }, select: { id: true } });
	}
	return replaced.length;
}
