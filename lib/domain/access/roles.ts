import { ForbiddenError } from "@/lib/rules/errors";
import type { Principal } from "./principal";

/** Whether the caller administers an organization with its targets, or all. */
export function administers(principal: Principal): boolean {
	return principal.role === "administrator" || principal.role === "operator";
}

/** Whether the caller may change owners, attach external builds and settle failed builds. */
export function mayOperate(principal: Principal): boolean {
	return principal.role === "operator";
}

/**
 * Checks a rule for a caller who sees the object.
 * @param words the message, unless only the scope `manage` is missing
 * @returns null if the rule allows it
 */
export function refusalOf(
	principal: Principal,
	rule: (caller: Principal) => boolean,
	words: string,
): ForbiddenError | null {
	if (rule(principal)) return null;
	const lacksScope = rule({ ...principal, mayManage: true });
	return new ForbiddenError(lacksScope ? "this key does not have the scope 'manage'" : words);
}

/**
 * @throws ForbiddenError as {@link refusalOf} returns it
 */
export function requireRight(principal: Principal, rule: (caller: Principal) => boolean, words: string): void {
	const refusal = refusalOf(principal, rule, words);
	if (refusal !== null) throw refusal;
}
