import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";

/**
 * Raises the revision of what the target's agents should load.
 * The caller calls {@link announceTarget} after the commit.
 */
export async function touchTarget({ now }: Pick<Service, "now">, tx: Transaction, targetId: string): Promise<void> {
	await tx.$rows(touchSql(targetId, now()));
}

/**
 * {@link touchTarget} for every target where the design is activated; the caller has locked its deployments.
 * @returns the targets, each to be announced after the commit
 */
export async function touchTargetsOfDesign(
	{ now }: Pick<Service, "now">,
	tx: Transaction,
	designId: string,
): Promise<string[]> {
	const touched = await tx.$rows<{ id: string }>(
		// Locked in the order of ids: another design may touch the same targets at the same time.
		Prisma.sql`WITH locked AS (SELECT id FROM targets
				WHERE id IN (SELECT target_id FROM deployments WHERE design_id = ${designId}::uuid AND status = 'activated')
				ORDER BY id FOR NO KEY UPDATE)
			${raise(now())} WHERE id IN (SELECT id FROM locked) RETURNING id`,
	);
	return touched.map(({ id }) => id);
}

/** {@link touchTarget} as a part of another statement; a further condition may follow. */
export function touchSql(targetId: string, at: Date): Prisma.Sql {
	return Prisma.sql`${raise(at)} WHERE id = ${targetId}::uuid`;
}

function raise(at: Date): Prisma.Sql {
	return Prisma.sql`UPDATE targets SET desired_revision = desired_revision + 1, updated_at = ${at}::timestamptz`;
}

/** Wakes those of the target's agents that wait in this process. */
export function announceTarget(service: Service, targetId: string): void {
	service.signals.emit(`target:${targetId}`);
}
