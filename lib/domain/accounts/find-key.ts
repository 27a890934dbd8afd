import { visibleKeys } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { Transaction } from "@/lib/platform/service";
import { NotFoundError, VersionMismatchError } from "@/lib/rules/errors";
import { keySelect } from "./describe-key";

/**
 * Locks and reads a visible key for a change in this transaction.
 * @throws NotFoundError for other keys
 * @throws VersionMismatchError when the key is at another revision than expected
 */
export async function findKeyForChange(
	tx: Transaction,
	principal: Principal,
	id: string,
	expectation: { readonly revision?: number },
) {
	await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${id}::uuid FOR UPDATE`;
	const record = await tx.apiKey.findFirst({
		where: { AND: [visibleKeys(principal), { id }] },
		select: { ...keySelect, secret_hash: true, voucher_ids: true },
	});
	if (record === null) throw new NotFoundError("key not found");
	if (expectation.revision !== undefined && expectation.revision !== record.revision) {
		throw new VersionMismatchError(
			`the key is at revision ${record.revision}, not ${expectation.revision}: it was changed in the meantime`,
		);
	}
	return record;
}
