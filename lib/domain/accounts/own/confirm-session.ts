import type { ConfirmSession, SessionConfirmed } from "@/lib/contract/account";
import type { Principal } from "@/lib/domain/access/principal";
import type { RelyingParty } from "@/lib/domain/accounts/second-factor/passkeys";
import { verifyThrottled } from "@/lib/domain/accounts/sign-in/sign-in";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { findAccount } from "./find-account";
import { confirming } from "./passkeys";
import { CONFIRMED_MS } from "./require-confirmed";
import { requireSession } from "./require-session";

/**
 * `POST /api/account/confirm`: the signed-in user confirms the session by the password and, if they
 * have one, a second factor. For five minutes it may do what requires confirmation.
 * @throws ForbiddenError for keys and tokens
 * @throws ThrottledError after too many wrong attempts, counted as those at sign-in are
 * @throws InvalidArgumentError for a wrong password or factor, without revealing which
 * @throws InvalidStateError for a user without a password
 */
export async function confirmSession(
	service: Service,
	principal: Principal,
	{ password, code, passkey }: ConfirmSession,
	party: RelyingParty | null,
): Promise<SessionConfirmed> {
	const { id } = requireSession(principal);
	const {
		email,
		password_hash: passwordHash,
		second_factor_at: secondFactorAt,
	} = await findAccount(service.prisma, principal);
	if (passwordHash === null) throw new InvalidStateError("this account has no password: sign out and in to confirm");
	const factor = code !== undefined ? { code } : passkey && party ? { passkey, party, binding: confirming(id) } : null;
	const credentials = { email, password, ...(factor === null ? {} : { factor }) };
	const user = await verifyThrottled(service, credentials, principal.address ?? "");
	if (user === null) {
		const wrong =
			secondFactorAt === null
				? "the password is wrong"
				: `the password or the ${passkey === undefined ? "code" : "passkey"} is wrong`;
		throw new InvalidArgumentError(wrong, { parameter: "password" });
	}
	const confirmedAt = service.now();
	const data = { confirmed_at: confirmedAt, ...(user.secondFactor ? { second_factor: true } : {}) };
	return transact(service.prisma, async (tx) => {
		await tx.session.updateMany({ where: { id, epoch: user.epoch }, data });
		return { confirmed_until: new Date(confirmedAt.getTime() + CONFIRMED_MS).toISOString() };
	});
}
