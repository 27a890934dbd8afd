import type { PersonRole } from "@/lib/contract/person";
import type { PersonFacts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { ForbiddenError } from "@/lib/rules/errors";

/**
 * Who may do what with the people that they see (lib/domain/access/people.ts; design.md sections 2 and 7): administrators look after their
 * organization, operators after everybody; nobody gets hold of an operator's account who is none.
 */

/** Whom something is done to. */
export interface PersonOfRole extends PersonFacts {
	readonly role: PersonRole;
}

/** Why the caller may not change this person, or issue a link for them; null when they may. */
export function refusalToChange(principal: Principal, person: PersonOfRole): string | null {
	if (principal.role === "designer") return "only administrators and operators look after people";
	if (person.role === "operator" && principal.role !== "operator")
		return "operators are looked after by operators alone";
	return null;
}

/** Why the caller may not disable or enable this person; null when they may. */
export function refusalToDisable(principal: Principal, person: PersonOfRole): string | null {
	if (person.id === principal.userId) return "nobody disables themselves";
	return refusalToChange(principal, person);
}

/** Roles that the caller may give to whom they look after (administrators cannot grant `operator`). */
export function grantableRoles(principal: Principal): PersonRole[] {
	if (principal.role === "operator") return ["designer", "administrator", "operator"];
	return principal.role === "administrator" ? ["designer", "administrator"] : [];
}

/** Roles that the caller may give to this person: none to themselves, so that nobody locks themselves out. */
export function rolesFor(principal: Principal, person: PersonOfRole): PersonRole[] {
	if (person.id === principal.userId || refusalToChange(principal, person) !== null) return [];
	return grantableRoles(principal);
}

/** @throws ForbiddenError when the caller may not give the role. */
export function requireGrantable(principal: Principal, role: PersonRole): void {
	if (principal.role === "designer") throw new ForbiddenError("only administrators and operators look after people");
	if (!grantableRoles(principal).includes(role))
		throw new ForbiddenError(`only operators may grant the role '${role}'`);
}
