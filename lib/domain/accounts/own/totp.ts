import type { BegunTotp, RecoveryCodes, TotpAdded } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import { issueRecoveryCodes } from "@/lib/domain/accounts/second-factor/recovery-codes";
import { beginTotp, takeTotpCode } from "@/lib/domain/accounts/second-factor/totp";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError, NotFoundError } from "@/lib/rules/errors";
import { noteAddedFactor, noteRemovedFactor, recordFactor } from "./factor-changes";
import { findAccountForChange } from "./find-account";
import { requireSession } from "./require-session";

/**
 * `POST /api/account/totp`: gives the secret for an authenticator app, which counts once its first
 * code is shown.
 * @throws ForbiddenError for keys and tokens
 * @throws InvalidStateError for a user without a password, or who has an app already
 */
export async function beginOwnTotp(service: Service, principal: Principal): Promise<BegunTotp> {
	requireSession(principal);
	return transact(service.prisma, async (tx) => {
		const account = await findAccountForChange(tx, principal);
		if (account.password_hash === null) throw new InvalidStateError("this account has no password to add a factor to");
		if (account.totpFactor?.confirmed_at) throw new InvalidStateError("there is an authenticator app: remove it first");
		return beginTotp(service, tx, account);
	});
}

/**
 * `POST /api/account/totp/confirm`: takes the first code of an authenticator app. The first factor
 * brings recovery codes and ends all other sessions, which did not show it.
 * @throws ForbiddenError for keys and tokens; InvalidArgumentError for a wrong code
 */
export async function addOwnTotp(service: Service, principal: Principal, code: string): Promise<TotpAdded> {
	const session = requireSession(principal);
	return transact(service.prisma, async (tx) => {
		const account = await findAccountForChange(tx, principal);
		const taken = await takeTotpCode(service, tx, account.id, code, { begun: true });
		if (!taken) throw new InvalidArgumentError("'code' is not the one that the app shows now", { parameter: "code" });
		const codes = await noteAddedFactor(service, tx, principal, account, session.id);
		return { recovery_codes: codes, recovery_codes_note: null };
	});
}

/**
 * `DELETE /api/account/totp`: removes the authenticator app. With the last factor the recovery
 * codes go, too.
 * @throws ForbiddenError for keys and tokens; NotFoundError without an app
 * @throws InvalidStateError for the last factor where the organization requires one
 */
export async function removeOwnTotp(service: Service, principal: Principal): Promise<void> {
	requireSession(principal);
	await transact(service.prisma, async (tx) => {
		const account = await findAccountForChange(tx, principal);
		const { count } = await tx.totpFactor.deleteMany({ where: { user_id: account.id, confirmed_at: { not: null } } });
		if (count === 0) throw new NotFoundError("there is no authenticator app");
		await noteRemovedFactor(service, tx, principal, account);
	});
}

/**
 * `POST /api/account/recovery-codes`: gives ten recovery codes in place of all earlier ones.
 * @throws ForbiddenError for keys and tokens; InvalidStateError without a second factor
 */
export async function regenerateRecoveryCodes(service: Service, principal: Principal): Promise<RecoveryCodes> {
	requireSession(principal);
	return transact(service.prisma, async (tx) => {
		const { id, second_factor_at: secondFactorAt } = await findAccountForChange(tx, principal);
		if (secondFactorAt === null) throw new InvalidStateError("recovery codes need a second factor: add one first");
		const codes = await issueRecoveryCodes(tx, id);
		await recordFactor(service, tx, principal, "regenerate_recovery_codes");
		return { recovery_codes: codes, recovery_codes_note: null };
	});
}
