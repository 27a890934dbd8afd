import type { PersonRole } from "@/lib/contract/person";
import type { PersonAttributes } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { ForbiddenError } from "@/lib/rules/errors";

/**
 * Rules for changing visible users (docs/contract.md, Roles and rights): administrators change
 * those of their organization, operators all. Only operators may get access to an operator's
 * account.
 */

/** The user to change. */
export interface PersonOfRole extends PersonAttributes {
	readonly role: PersonRole;
}

/** Why the caller may not change this user or issue a link for them; null if they may. */
export function refusalToChange(principal: Principal, person: PersonOfRole): string | null {
	if (principal.role === "designer") return "only administrators and operators may administer people";
	if (person.role === "operator" && principal.role !== "operator") return "only operators may administer operators";
	return null;
}

/** Why the caller may not disable or enable this user; null if they may. */
export function refusalToDisable(principal: Principal, person: PersonOfRole): string | null {
	if (person.id === principal.userId) return "users must not disable themselves";
	return refusalToChange(principal, person);
}

/** Why the caller may not erase this user; null if they may. */
export function refusalToErase(principal: Principal, { id }: Pick<PersonOfRole, "id">): string | null {
	if (principal.role !== "operator") return "only operators may erase people";
	return id === principal.userId ? "users must not erase themselves" : null;
}

/**
 * Roles that the caller may grant to users whom they may change; only operators grant `operator`.
 */
export function grantableRoles(principal: Principal): PersonRole[] {
	if (principal.role === "operator") return ["designer", "administrator", "operator"];
	return principal.role === "administrator" ? ["designer", "administrator"] : [];
}

/**
 * Roles that the caller may grant to this user: none to themselves, so that they cannot lose their
 * own rights.
 */
export function rolesFor(principal: Principal, person: PersonOfRole): PersonRole[] {
	if (person.id === principal.userId || refusalToChange(principal, person) !== null) return [];
	return grantableRoles(principal);
}

/**
 * @throws ForbiddenError when the caller may not grant the role
 */
export function requireGrantable(principal: Principal, role: PersonRole): void {
	if (principal.role === "designer")
		throw new ForbiddenError("only administrators and operators may administer people");
	if (!grantableRoles(principal).includes(role))
		throw new ForbiddenError(`only operators may grant the role '${role}'`);
}
