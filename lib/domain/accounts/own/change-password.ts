import type { Account, ChangePassword } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { refuseWeakPassword } from "@/lib/domain/accounts/sign-in/refuse-weak-password";
import { verifyThrottled } from "@/lib/domain/accounts/sign-in/sign-in";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { describeAccount, findAccount, findAccountForChange } from "./find-account";
import { requireConfirmed } from "./require-confirmed";
import { requireSession } from "./require-session";

/**
 * `POST /api/account/password`: sets another password, given the old one. Every other session of
 * the user ends, and so do open sign-in links.
 * @throws ForbiddenError for keys and tokens, and for a user with a second factor whose session is
 *   not confirmed
 * @throws ThrottledError after too many wrong passwords, counted as those at sign-in are
 * @throws InvalidArgumentError for a wrong old password, or a new one that is easily guessed
 * @throws InvalidStateError for a user without a password, or when another request changed it first
 */
export async function changePassword(
	service: Service,
	principal: Principal,
	{ old_password: old, password }: ChangePassword,
): Promise<Account> {
	const session = requireSession(principal);
	const {
		email,
		password_hash: passwordHash,
		second_factor_at: secondFactorAt,
	} = await findAccount(service.prisma, principal);
	if (passwordHash === null) throw new InvalidStateError("this account has no password: it signs in by single sign-on");
	if (secondFactorAt !== null) requireConfirmed(service, principal);
	const credentials = { email, password: old, factor: "confirmed" } as const;
	const user = await verifyThrottled(service, credentials, principal.address ?? "");
	if (user === null) throw new InvalidArgumentError("'old_password' is wrong", { parameter: "old_password" });
	await refuseWeakPassword(email, password);
	// Before the transaction, because hashing is slow on purpose.
	const hash = await hashPassword(password);
	return transact(service.prisma, async (tx) => {
		const {
			id,
			organization_id: organizationId,
			session_epoch: sessionEpoch,
		} = await findAccountForChange(tx, principal);
		if (sessionEpoch !== user.epoch)
			throw new InvalidStateError("the password was changed by another request: sign in again");
		const epoch = sessionEpoch + 1;
		await tx.user.update({
			where: { id },
			data: { password_hash: hash, session_epoch: epoch, updated_at: service.now(), revision: { increment: 1 } },
			select: { id: true },
		});
		await tx.session.deleteMany({ where: { user_id: id, id: { not: session.id } } });
		await tx.session.updateMany({ where: { id: session.id }, data: { epoch } });
		await tx.signInLink.deleteMany({ where: { user_id: id, used_at: null } });
		await recordEvent(service, tx, principal, {
			action: "set_password",
			object_type: "user",
			object_id: id,
			organization_id: organizationId,
		});
		return describeAccount(await findAccount(tx, principal), session);
	});
}
