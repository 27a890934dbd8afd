import type { Principal } from "@/lib/domain/access/principal";
import type { KeyScope, Role } from "@/lib/generated/prisma/enums";
import type { Transaction } from "@/lib/platform/service";
import { ForbiddenError, InvalidArgumentError } from "@/lib/rules/errors";

/**
 * Who may issue and withdraw the API keys that they see (lib/domain/access/people.ts; design.md sections 2 and 3). A key acts as its user, so nobody gets hold of one
 * that opens more than what they have in hand themselves.
 */

/** Whom a key acts as. */
export interface KeyUser {
	readonly id: string;
	readonly organizationId: string;
	readonly role: Role;
}

/** Why the caller may not withdraw a key of this user; null when they may. */
export function refusalToWithdraw(principal: Principal, user: KeyUser): string | null {
	if (principal.credential.kind === "access_token") return "an access token does not open the administration of keys";
	if (!principal.mayManage && principal.role === "designer")
		return "this key's scopes do not open the administration of keys";
	if (user.id !== principal.userId && user.role === "operator" && principal.role !== "operator") {
		return "the keys of an operator are an operator's alone";
	}
	return null;
}

/** Why the caller may not issue or regenerate a key of this user with these scopes; null when they may. */
export function refusalToIssue(principal: Principal, user: KeyUser, scopes: readonly KeyScope[]): string | null {
	const refusal = refusalToWithdraw(principal, user);
	if (refusal !== null) return refusal;
	if (scopes.includes("tokens") && principal.role === "designer") {
		return "only administrators and operators issue keys with the scope 'tokens'";
	}
	if (scopes.includes("administer") && principal.role === "designer") {
		return "a key with the scope 'administer' is issued by who administers, with a credential that does";
	}
	if (scopes.includes("manage") && !principal.mayManage) {
		return "a key without the scope 'manage' issues none with it";
	}
	return null;
}

/**
 * @param keyId of the key that is regenerated; null for a new one
 * @throws ForbiddenError when the caller may not have such a key, or {@link requireUnrestricted} says so
 * @throws InvalidArgumentError for the scope `administer` where it opens nothing
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
		throw new InvalidArgumentError("'scopes': the key's user is a designer, to whom 'administer' opens nothing", {
			parameter: "scopes",
		});
	}
	await requireUnrestricted(tx, principal, keyId, keyId === principal.credential.id ? "values of it" : "other keys");
}

/**
 * @param keyId of a key that is only regenerated; null where something new is issued
 * @param issued what is issued, in the plural
 * @throws ForbiddenError when the caller's own credential is a key that works from some addresses or for some time only, or a value
 *   that ends with its grace period: what it issues might work elsewhere or longer
 */
export async function requireUnrestricted(
	tx: Transaction,
	principal: Principal,
	keyId: string | null,
	issued: string,
): Promise<void> {
	const { kind, id, superseded } = principal.credential;
	if (superseded) throw new ForbiddenError(`an earlier value of a key, in its grace period, issues no ${issued}`);
	if (kind !== "api_key" || id === null || id === keyId) return;
	const own = await tx.apiKey.findUnique({ where: { id }, select: { allowedAddresses: true, expiresAt: true } });
	if (own === null || own.allowedAddresses.length > 0 || own.expiresAt !== null) {
		throw new ForbiddenError(`a key that is restricted by address or expiry issues no ${issued}`);
	}
}
