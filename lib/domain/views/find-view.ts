import { visibleViews } from "@/lib/domain/access/access";
import { nameOfUser } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { ForbiddenError, NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { type ViewRecord, viewIncludeFor } from "./describe-view";

/**
 * A visible view, locked for a change in the same transaction.
 * @throws NotFoundError otherwise; VersionMismatchError at another revision
 */
export async function findViewForChange(
	tx: Transaction,
	principal: Principal,
	id: string,
	expectation: { readonly revision?: number },
): Promise<ViewRecord> {
	const visible = await tx.$queryRaw<unknown[]>(
		Prisma.sql`SELECT 1 FROM saved_views WHERE saved_views.id = ${id}::uuid AND ${visibleViews(principal)} FOR UPDATE`,
	);
	const record =
		visible.length === 0 ? null : await tx.savedView.findUnique({ where: { id }, include: viewIncludeFor(principal) });
	if (record === null) throw new NotFoundError("view not found");
	if (expectation.revision !== undefined && expectation.revision !== record.revision) {
		throw new VersionMismatchError(
			`the view is at revision ${record.revision}, not ${expectation.revision}: it was changed at ${record.updated_at.toISOString()}`,
		);
	}
	return record;
}

/** @throws ForbiddenError unless the caller is its owner */
export function requireOwner(principal: Principal, view: ViewRecord): void {
	if (view.owner_id !== principal.userId) {
		throw new ForbiddenError(`only ${isolate(nameOfUser(view.owner))} may change the view '${isolate(view.name)}'`);
	}
}
