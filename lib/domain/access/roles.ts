import { ForbiddenError } from "@/lib/rules/errors";
import type { Principal } from "./principal";

/** Whether the caller decides for an organization and its targets, or for all. */
export function administers(principal: Principal): boolean {
	return principal.role === "administrator" || principal.role === "operator";
}

/** What only operators do: give a design another owner, upload targeting files made elsewhere, settle failed builds. */
export function mayOperate(principal: Principal): boolean {
	return principal.role === "operator";
}

/**
 * What a rule refuses a caller with who sees what it is about; null: it allows it. Where their key lacks the scope `manage` alone
 * that is what they are told, and otherwise the words.
 */
export function refusalOf(
	principal: Principal,
	rule: (caller: Principal) => boolean,
	words: string,
): ForbiddenError | null {
	if (rule(principal)) return null;
	const lacksScope = !principal.mayManage && rule({ ...principal, mayManage: true });
	return new ForbiddenError(lacksScope ? "this key does not carry the scope 'manage'" : words);
}

/** @throws ForbiddenError as {@link refusalOf} gives it */
export function requireRight(principal: Principal, rule: (caller: Principal) => boolean, words: string): void {
	const refusal = refusalOf(principal, rule, words);
	if (refusal !== null) throw refusal;
}
