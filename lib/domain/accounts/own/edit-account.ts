import type { Account, EditAccount } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { changesNothing } from "@/lib/platform/db/changed-fields";
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
	expectation: { readonly revision?: number } = {},
): Promise<Account> {
	const session = requireSession(principal);
	return transact(service.prisma, async (tx) => {
		const before = await findAccountForChange(tx, principal, expectation);
		const { id, organization_id: organizationId, first_name: firstName, last_name: lastName } = before;
		if (changesNothing({ first_name: firstName, last_name: lastName }, changes))
			return describeAccount(before, session);
		await tx.user.update({
			where: { id },
			data: {
				...(changes.first_name === undefined ? {} : { first_name: changes.first_name.trim() }),
				...(changes.last_name === undefined ? {} : { last_name: changes.last_name.trim() }),
				updated_at: service.now(),
				revision: { increment: 1 },
			},
			select: { id: true },
		});
		const detail = { changes: { ...changes } };
		await recordEvent(service, tx, principal, {
			action: "edit",
			object_type: "user",
			object_id: id,
			organization_id: organizationId,
			detail,
		});
		return describeAccount(await findAccount(tx, principal), session);
	});
}
