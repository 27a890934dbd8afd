import type { RecoveryCodes } from "@/lib/contract/account";
import type { AddPasskey, Passkey, PasskeyOptions } from "@/lib/contract/passkey";
import type { Principal } from "@/lib/domain/access/principal";
import type { ChallengeBinding } from "@/lib/domain/accounts/second-factor/challenge";
import {
	authenticationOptions,
	type RelyingParty,
	registrationOptions,
	takeMadePasskey,
} from "@/lib/domain/accounts/second-factor/passkeys";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError, NotFoundError } from "@/lib/rules/errors";
import { noteAddedFactor, noteRemovedFactor } from "./factor-changes";
import { type AccountRecord, describePasskey, findAccount, findAccountForChange } from "./find-account";
import { requireSession } from "./require-session";

/** More than a person has devices. */
const MOST_PASSKEYS = 20;

/**
 * Finds the relying party of passkeys. It may throw for the service's state, so callers check
 * rights first.
 */
type FindParty = () => RelyingParty;

const registering = (subject: string): ChallengeBinding => ({ purpose: "register", subject });

/** The challenge by which a passkey confirms a session. */
export const confirming = (subject: string): ChallengeBinding => ({ purpose: "confirm", subject });

/**
 * `POST /api/account/passkeys/begin`: gives the options by which a browser creates a passkey.
 * @throws ForbiddenError for keys and tokens
 * @throws InvalidStateError for a user without a password, or with as many passkeys as are taken
 */
export async function beginOwnPasskey(
	service: Service,
	principal: Principal,
	party: FindParty,
): Promise<PasskeyOptions> {
	const session = requireSession(principal);
	const account = await findAccount(service.prisma, principal);
	refuseMore(account);
	const { id, email, first_name: firstName, last_name: lastName } = account;
	const user = { id, email, name: `${firstName} ${lastName}`.trim() || email };
	return registrationOptions(service, service.prisma, user, party(), registering(session.id));
}

/**
 * `POST /api/account/passkeys`: adds the passkey that a browser has made. The first second factor
 * brings recovery codes and ends all other sessions, which did not show it.
 * @throws ForbiddenError for keys and tokens
 * @throws InvalidArgumentError for one that was made for another request, elsewhere, or too late
 * @throws InvalidStateError as beginning does, and for a passkey that was added before
 */
export async function addOwnPasskey(
	service: Service,
	principal: Principal,
	{ name, response }: AddPasskey,
	party: FindParty,
): Promise<RecoveryCodes> {
	const session = requireSession(principal);
	return transact(service.prisma, async (tx) => {
		const account = await findAccountForChange(tx, principal);
		refuseMore(account);
		const made = await takeMadePasskey(service, tx, response, party(), registering(session.id));
		if (made === null) {
			throw new InvalidArgumentError("'response' is no passkey that was made for this request: begin again", {
				parameter: "response",
			});
		}
		const data = [{ ...made, user_id: account.id, name, created_at: service.now() }];
		const { count } = await tx.passkey.createMany({ data, skipDuplicates: true });
		if (count === 0) throw new InvalidStateError("this passkey was added before");
		const codes = await noteAddedFactor(service, tx, principal, account, session.id);
		return { recovery_codes: codes, recovery_codes_note: null };
	});
}

/**
 * `PATCH /api/account/passkeys/<id>`: gives a passkey another name.
 * @throws ForbiddenError for keys and tokens; NotFoundError for a passkey that is not the caller's
 */
export async function renameOwnPasskey(
	service: Service,
	principal: Principal,
	id: string,
	name: string,
): Promise<Passkey> {
	requireSession(principal);
	return transact(service.prisma, async (tx) => {
		await findOwn(tx, principal, id);
		return describePasskey(await tx.passkey.update({ where: { id }, data: { name } }));
	});
}

/**
 * `DELETE /api/account/passkeys/<id>`: removes a passkey. With the last second factor the recovery
 * codes go, too.
 * @throws ForbiddenError for keys and tokens; NotFoundError for a passkey that is not the caller's
 * @throws InvalidStateError for the last factor where the organization requires one
 */
export async function removeOwnPasskey(service: Service, principal: Principal, id: string): Promise<void> {
	requireSession(principal);
	await transact(service.prisma, async (tx) => {
		const account = await findOwn(tx, principal, id);
		await tx.passkey.delete({ where: { id } });
		await noteRemovedFactor(service, tx, principal, account);
	});
}

/**
 * `POST /api/account/confirm/passkey`: gives the options by which a browser uses a passkey to
 * confirm the session.
 * @throws ForbiddenError for keys and tokens; InvalidStateError without passkeys
 */
export async function beginConfirmation(
	service: Service,
	principal: Principal,
	party: FindParty,
): Promise<PasskeyOptions> {
	const session = requireSession(principal);
	const { id, passkeys } = await findAccount(service.prisma, principal);
	if (passkeys.length === 0) throw new InvalidStateError("this account has no passkey: confirm by the password");
	return authenticationOptions(service, id, party(), confirming(session.id));
}

async function findOwn(tx: Transaction, principal: Principal, id: string): Promise<AccountRecord> {
	const account = await findAccountForChange(tx, principal);
	if (!account.passkeys.some((passkey) => passkey.id === id)) throw new NotFoundError("passkey not found");
	return account;
}

function refuseMore({ password_hash: passwordHash, passkeys }: AccountRecord): void {
	if (passwordHash === null) throw new InvalidStateError("this account has no password to add a factor to");
	if (passkeys.length < MOST_PASSKEYS) return;
	throw new InvalidStateError(`an account has at most ${MOST_PASSKEYS} passkeys: remove one first`);
}
