import type { RedeemedLink, RedeemLink } from "@/lib/contract/person";
import { addressLimit } from "@/lib/domain/accounts/address-limit";
import { networkOf } from "@/lib/domain/accounts/addresses";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { type Origin, principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { InvalidStateError, NotFoundError, ThrottledError } from "@/lib/rules/errors";
import { recordRefusedSignIn } from "./record-refused-sign-in";
import { refuseWeakPassword } from "./refuse-weak-password";

/**
 * Tries in a minute from one IPv4 address or IPv6 network, and for one user from all of them: many
 * for people, useless for guessing 256 bits.
 */
export const TRIES_A_MINUTE = 20;
const NOT_VALID = "this link is not valid: it was used, has expired or was replaced";
const NO_PASSWORDS = "passwords are switched off here: sign in by single sign-on with the e-mail that was invited";

/**
 * `POST /api/sign-in-links/redeem`: sets the password of a link's user, once, and ends all their
 * sessions and other links.
 * @param origin of the request, by which tries are counted
 * @throws ThrottledError
 * @throws NotFoundError for every link that is not open, for whatever reason
 * @throws InvalidArgumentError for a password that is easily guessed
 * @throws InvalidStateError when another user signs in with that e-mail by now, and for all but
 *   operators where `OIDC_ONLY` is set
 */
export async function redeemSignInLink(service: Service, origin: Origin, body: RedeemLink): Promise<RedeemedLink> {
	const address = origin.address ?? "";
	try {
		return await redeem(service, origin, address, body);
	} catch (thrown) {
		const why =
			thrown instanceof NotFoundError ? "link not valid" : thrown instanceof ThrottledError ? "throttled" : null;
		if (why !== null) await recordRefusedSignIn(service, { who: null, address, why });
		throw thrown;
	}
}

async function redeem(
	service: Service,
	origin: Origin,
	address: string,
	{ secret, password }: RedeemLink,
): Promise<RedeemedLink> {
	await takeCall(service, `sign-in-link:${networkOf(address)}`, addressLimit(address, TRIES_A_MINUTE));
	const where = { secret_hash: hashSecret(secret), used_at: null, user: { disabled_at: null } };
	const open = { ...where, expires_at: { gt: service.now() } };
	const link = await service.prisma.signInLink.findFirst({
		where: open,
		select: { user: { select: principalSelect } },
	});
	if (link === null) throw new NotFoundError(NOT_VALID);
	const { user } = link;
	// Only the holder of the link gets here, so no one else can use up the user's tries.
	await takeCall(service, `sign-in-link-user:${user.id}`, TRIES_A_MINUTE);
	if (service.settings.OIDC_ONLY && user.role !== "operator") throw new InvalidStateError(NO_PASSWORDS);
	await refuseWeakPassword(user.email, password);
	// Before the transaction, because hashing is slow on purpose.
	const passwordHash = await hashPassword(password);
	await transact(service.prisma, async (tx) => {
		const now = service.now();
		const used = await tx.signInLink.updateMany({
			where: { ...where, expires_at: { gt: now } },
			data: { used_at: now },
		});
		if (used.count === 0) throw new NotFoundError(NOT_VALID);
		await tx.user.update({
			where: { id: user.id },
			data: {
				password_hash: passwordHash,
				session_epoch: { increment: 1 },
				updated_at: now,
				revision: { increment: 1 },
			},
			select: { id: true },
		});
		await tx.signInLink.deleteMany({ where: { user_id: user.id, used_at: null } });
		const principal = principalOfUser(user, { kind: "sign_in_link", id: null }, [], origin);
		await recordEvent(service, tx, principal, {
			action: "set_password",
			object_type: "user",
			object_id: user.id,
			organization_id: user.organization_id,
		});
	}).catch(translateConflict("another user signs in with this e-mail by now: ask the sender of the link"));
	return { email: user.email };
}
