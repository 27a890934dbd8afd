import type { Principal } from "@/lib/domain/access/principal";
import type { KeyScope, Role } from "@/lib/generated/prisma/enums";
import type { Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidArgumentError } from "@/lib/rules/errors";

/**
 * Rules for issuing and withdrawing visible API keys (docs/contract.md, Access). A key acts as its
 * user, so callers must not get a key with more rights than their own.
 */

/** The user that a key acts as. */
export interface KeyUser {
	readonly id: string;
	readonly organization_id: string;
	readonly role: Role;
}

/**
 * The scopes of a key that is created without any: one key of a customer's server opens both APIs.
 * A credential that acts as a designer grants no `tokens`.
 */
export function usualScopes(principal: Principal, user: Pick<KeyUser, "role">): KeyScope[] {
	return user.role === "designer" || principal.role === "designer" ? ["manage"] : ["manage", "tokens"];
}

/** Why the caller may not withdraw a key of this user; null if they may. */
export function refusalToWithdraw(principal: Principal, user: KeyUser): string | null {
	if (principal.credential.kind === "access_token") return "an access token does not permit the administration of keys";
	if (!principal.mayManage && principal.role === "designer")
		return "this key's scopes do not permit the administration of keys";
	if (user.id !== principal.userId && user.role === "operator" && principal.role !== "operator") {
		return "only operators administer the keys of operators";
	}
	return null;
}

/**
 * Why the caller may not issue or regenerate a key of this user with these scopes; null if they
 * may.
 */
export function refusalToIssue(principal: Principal, user: KeyUser, scopes: readonly KeyScope[]): string | null {
	const refusal = refusalToWithdraw(principal, user);
	if (refusal !== null) return refusal;
	if (scopes.includes("tokens") && principal.role === "designer") {
		return "only administrators and operators issue keys with the scope 'tokens'";
	}
	if (scopes.includes("administer") && principal.role === "designer") {
		return "only administrators and operators issue keys with the scope 'administer', and with a credential that has it";
	}
	if (scopes.includes("manage") && !principal.mayManage) {
		return "a key without the scope 'manage' must not issue keys with it";
	}
	return null;
}

/**
 * @param keyId of the key to regenerate; null for a new one
 * @throws ForbiddenError when the caller may not have such a key, or {@link requireUnrestricted}
 *   refuses
 * @throws InvalidArgumentError for the scope `administer` of a designer's key
 */
export async function requireIssuer(
	tx: Transaction,
	principal: Principal,
	user: KeyUser,
	scopes: readonly KeyScope[],
	keyId: string | null,
): Promise<void> {
	const refusal = refusalToIssue(principal, user, scopes);
	if (refusal !== null) throw new ForbiddenError(refusal);
	if (keyId === null && scopes.includes("administer") && user.role === "designer") {
		throw new InvalidArgumentError("'scopes' must not contain 'administer' for the key of a designer", {
			parameter: "scopes",
		});
	}
	await requireUnrestricted(tx, principal, keyId, keyId === principal.credential.id ? "values of it" : "other keys");
}

/**
 * @param keyId of the key to regenerate; null for a new credential
 * @param issued what is issued, in the plural
 * @throws ForbiddenError when the caller's own key is restricted by address or expiry, or is a
 *   value in its grace period; the new credential might outlive these restrictions
 */
export async function requireUnrestricted(
	tx: Transaction,
	principal: Principal,
	keyId: string | null,
	issued: string,
): Promise<void> {
	const { kind, id, superseded } = principal.credential;
	if (superseded) throw new ForbiddenError(`an earlier value of a key, in its grace period, must not issue ${issued}`);
	if (kind !== "api_key" || id === null || id === keyId) return;
	const own = await tx.apiKey.findUnique({ where: { id }, select: { allowed_addresses: true, expires_at: true } });
	if (own === null || own.allowed_addresses.length > 0 || own.expires_at !== null) {
		throw new ForbiddenError(`a key that is restricted by address or expiry must not issue ${issued}`);
	}
}
