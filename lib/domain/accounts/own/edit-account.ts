import type { Account, EditAccount } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changedAt, type Expectation } from "@/lib/domain/lists/define-resource";
import { changedFields } from "@/lib/platform/db/changed-fields";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { describeAccount, findAccount, findAccountForChange } from "./find-account";
import { requireSession } from "./require-session";

/**
 * `PATCH /api/account`: changes the caller's own names.
 * @throws ForbiddenError for keys and tokens; VersionMismatchError
 */
export async function editAccount(
	service: Service,
	principal: Principal,
	changes: EditAccount,
	expected?: Expectation,
): Promise<Account> {
	const session = requireSession(principal);
	return transact(service.prisma, async (tx) => {
		const before = await findAccountForChange(tx, principal, expected);
		const { id, organization_id } = before;
		const data = changedFields(before, changes);
		if (data === null) return describeAccount(before, session);
		await tx.user.update({
			where: { id },
			data: { ...data, ...changedAt(service.now()) },
			select: { id: true },
		});
		await recordEvent(service, tx, principal, {
			action: "edit",
			object_type: "user",
			object_id: id,
			organization_id,
			detail: { changes: { ...changes } },
		});
		return describeAccount(await findAccount(tx, principal), session);
	});
}
