import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Transaction } from "@/lib/platform/service";
import { ForbiddenError, NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { type CategoryRecord, categoryInclude } from "./describe-category";

/** @throws NotFoundError */
export async function findCategory(db: Transaction, id: string): Promise<CategoryRecord> {
	const record = await db.placeCategory.findUnique({ where: { id }, include: categoryInclude });
	if (record === null) throw new NotFoundError("place category not found");
	return record;
}

/** @throws ForbiddenError unless the caller is an operator */
export function requirePlaceKeeper(principal: Principal): void {
	if (!mayOperate(principal)) throw new ForbiddenError("only operators may manage places");
}

/**
 * A category that the caller may change, locked in this transaction.
 * @throws NotFoundError, ForbiddenError; VersionMismatchError at another revision
 */
export async function findCategoryForChange(
	tx: Transaction,
	principal: Principal,
	id: string,
	expected: number | undefined,
): Promise<CategoryRecord> {
	await tx.$queryRaw`SELECT 1 FROM place_categories WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
	const record = await findCategory(tx, id);
	requirePlaceKeeper(principal);
	requireRevision(record, expected);
	return record;
}

/** @throws VersionMismatchError when the category is not at the expected revision, if any */
export function requireRevision(record: CategoryRecord, expected: number | undefined): void {
	if (expected === undefined || expected === record.revision) return;
	throw new VersionMismatchError(
		`the place category is at revision ${record.revision}, not ${expected}: it was changed at ${record.updated_at.toISOString()}`,
	);
}
