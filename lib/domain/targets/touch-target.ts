import { Prisma } from "@/lib/generated/prisma/client";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import type { Service, Transaction } from "@/lib/platform/service";
import { currentTraceparent } from "@/lib/tracing/tracing";

/** Raises the desired revision; call {@link announceTarget} after the commit. */
export async function touchTarget({ now }: Pick<Service, "now">, tx: Transaction, targetId: string): Promise<void> {
	await tx.$rows(touchSql(targetId, now()));
}

/**
 * {@link touchTarget} for every target on which the design is activated; the caller has locked its
 * deployments.
 * @returns the targets to announce after the commit
 */
export async function touchTargetsOfDesign(
	{ now }: Pick<Service, "now">,
	tx: Transaction,
	designId: string,
): Promise<string[]> {
	const touched = await tx.$rows<{ id: string }>(
		// Locked by id order, because another design may touch the same targets.
		Prisma.sql`WITH locked AS (SELECT id FROM targets
				WHERE id IN (SELECT target_id FROM deployments WHERE design_id = ${designId}::uuid AND status = 'activated')
				ORDER BY id FOR NO KEY UPDATE)
			${raise(now())} WHERE id IN (SELECT id FROM locked) RETURNING id`,
	);
	return touched.map(({ id }) => id);
}

/** {@link touchTarget} as part of another statement; a further condition may follow. */
export function touchSql(targetId: string, at: Date): Prisma.Sql {
	return Prisma.sql`${raise(at)} WHERE id = ${targetId}::uuid`;
}

function raise(at: Date): Prisma.Sql {
	return Prisma.sql`UPDATE targets SET desired_revision = desired_revision + 1, updated_at = ${at}::timestamptz,
		trace_parent = ${currentTraceparent() ?? null}::text`;
}

/** Wakes waiting agents of the target in this process. */
export function announceTarget(service: Service, targetId: string): Promise<void> {
	return afterCommit(service, () => service.signals.emit(`target:${targetId}`));
}
