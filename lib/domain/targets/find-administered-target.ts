import { mayAdministerTarget, visibleTargets } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Transaction } from "@/lib/platform/service";
import { ForbiddenError, NotFoundError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { type TargetDetailRecord, targetDetailInclude } from "./describe-target";

/**
 * A target that the caller administers.
 * @throws NotFoundError when they do not see it; ForbiddenError when they may only request
 * deployments to it
 */
export async function findAdministeredTarget(
	db: Transaction,
	principal: Principal,
	id: string,
): Promise<TargetDetailRecord> {
	const visible = await db.$queryRaw<unknown[]>`
		SELECT 1 FROM targets WHERE targets.id = ${id}::uuid AND ${visibleTargets(principal)}`;
	const record =
		visible.length === 0 ? null : await db.target.findUnique({ where: { id }, include: targetDetailInclude });
	if (record === null) throw new NotFoundError("target not found");
	if (!mayAdministerTarget(principal, record)) {
		throw new ForbiddenError(`only administrators of the target '${isolate(record.name)}' may do this`);
	}
	return record;
}
