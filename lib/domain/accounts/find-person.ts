import { visiblePeople } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Transaction } from "@/lib/platform/service";
import { NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { type PersonRecord, personSelect } from "./describe-person";

/**
 * Finds a user whom the caller sees.
 * @throws NotFoundError for others
 */
export async function findPerson(db: Transaction, principal: Principal, id: string): Promise<PersonRecord> {
	const record = await db.user.findFirst({ where: { AND: [visiblePeople(principal), { id }] }, select: personSelect });
	if (record === null) throw new NotFoundError("user not found");
	return record;
}

/**
 * Finds a visible user and locks the row for a change in this transaction.
 * @throws NotFoundError
 */
export async function findPersonForChange(tx: Transaction, principal: Principal, id: string): Promise<PersonRecord> {
	await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
	return findPerson(tx, principal, id);
}

/** @throws VersionMismatchError when the user is at another revision than expected */
export function expectRevision(record: PersonRecord, { revision }: { readonly revision?: number }): void {
	if (revision === undefined || revision === record.revision) return;
	throw new VersionMismatchError(
		`the user is at revision ${record.revision}, not ${revision}: they were changed at ${record.updated_at.toISOString()}`,
	);
}
