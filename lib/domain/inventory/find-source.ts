import { usableSources } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Transaction } from "@/lib/platform/service";
import { ForbiddenError, NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { type SourceRecord, sourceInclude } from "./describe-source";

/**
 * An inventory source that the caller may use.
 * @throws NotFoundError otherwise
 */
export async function findUsableSource(db: Transaction, principal: Principal, slug: string): Promise<SourceRecord> {
	const [usable] = await db.$queryRaw<{ id: string }[]>`
		SELECT inventory_sources.id FROM inventory_sources WHERE inventory_sources.slug = ${slug} AND ${usableSources(principal)}`;
	const record = usable && (await db.inventorySource.findUnique({ where: { id: usable.id }, include: sourceInclude }));
	if (!record) throw new NotFoundError("inventory source not found");
	return record;
}

/**
 * An inventory source that the caller manages.
 * @throws NotFoundError when they may not use it; ForbiddenError unless they are an operator
 */
export async function findOwnedSource(db: Transaction, principal: Principal, slug: string): Promise<SourceRecord> {
	const record = await findUsableSource(db, principal, slug);
	if (principal.role !== "operator") throw new ForbiddenError("only operators may manage inventory sources");
	return record;
}

/**
 * Like `findOwnedSource`, locked for a change in this transaction.
 * @throws NotFoundError, ForbiddenError; VersionMismatchError at another revision
 */
export async function findSourceForChange(
	tx: Transaction,
	principal: Principal,
	slug: string,
	expectation: { readonly revision?: number | undefined },
): Promise<SourceRecord> {
	await tx.$queryRaw`SELECT 1 FROM inventory_sources WHERE slug = ${slug} FOR NO KEY UPDATE`;
	const record = await findOwnedSource(tx, principal, slug);
	requireRevision(record, expectation.revision);
	return record;
}

/** @throws VersionMismatchError when the source is not at the expected revision, if any */
export function requireRevision(record: SourceRecord, expected: number | undefined): void {
	if (expected === undefined || expected === record.revision) return;
	throw new VersionMismatchError(
		`the inventory source is at revision ${record.revision}, not ${expected}: it was changed at ${record.updated_at.toISOString()}`,
	);
}
